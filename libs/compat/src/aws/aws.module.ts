import { Module } from '@nestjs/common';
import { AwsController } from './aws.controller';

/** Rekognition, Comprehend and Textract for the AWS SDKs and the AWS command line. */
@Module({ controllers: [AwsController] })
export class AwsModule {}
