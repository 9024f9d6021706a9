import { Module } from '@nestjs/common';
import { RunsController } from './runs.controller';

/** The runs of pipelines: state, items, artifacts, cancel, retry. */
@Module({ controllers: [RunsController] })
export class RunsModule {}
