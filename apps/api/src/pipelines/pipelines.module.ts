import { Module } from '@nestjs/common';
import { PipelineSchemaController } from './pipeline-schema.controller';
import { PipelinesController } from './pipelines.controller';

/** The served pipelines: read, save, validate, start. */
@Module({ controllers: [PipelinesController, PipelineSchemaController] })
export class PipelinesApiModule {}
