import { Module } from '@nestjs/common';
import { AwsController } from './aws.controller';

/** Rekognition, Comprehend and Textract, as the SDKs and the command line of AWS call them. */
@Module({ controllers: [AwsController] })
export class AwsModule {}
