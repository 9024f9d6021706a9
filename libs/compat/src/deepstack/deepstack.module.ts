import { Module } from '@nestjs/common';
import { DeepstackController } from './deepstack.controller';

/** DeepStack's and CodeProject.AI's interface, as camera software calls it. */
@Module({ controllers: [DeepstackController] })
export class DeepstackModule {}
