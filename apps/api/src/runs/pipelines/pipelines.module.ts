import { Module } from '@nestjs/common';
import { PipelineSchemaController } from './pipeline-schema.controller';
import { PipelinesController } from './pipelines.controller';

/** Reads, saves, validates and starts the served pipelines. */
@Module({ controllers: [PipelinesController, PipelineSchemaController] })
export class PipelinesApiModule {}
