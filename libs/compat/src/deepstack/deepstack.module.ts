import { Module } from '@nestjs/common';
import { DeepstackFacesController } from './deepstack-faces.controller';
import { DeepstackController } from './deepstack.controller';

/** DeepStack's and CodeProject.AI's interface, as camera software calls it. */
@Module({ controllers: [DeepstackFacesController, DeepstackController] })
export class DeepstackModule {}
