import { Module } from '@nestjs/common';
import { DeepstackFacesController } from './deepstack-faces.controller';
import { DeepstackController } from './deepstack.controller';

/** The interface of DeepStack and CodeProject.AI for camera software. */
@Module({ controllers: [DeepstackFacesController, DeepstackController] })
export class DeepstackModule {}
