import { Module } from '@nestjs/common';
import { GoogleLanguageController } from './language.controller';
import { GoogleVisionController } from './vision.controller';

/** Google Cloud Vision and Natural Language over REST. */
@Module({ controllers: [GoogleVisionController, GoogleLanguageController] })
export class GoogleModule {}
