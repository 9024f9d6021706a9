import { Module } from '@nestjs/common';
import { UploadsModule } from '../../inference/uploads/uploads.module';
import { ItemFiles } from './item-files';
import { RunsController } from './runs.controller';

/** The runs of pipelines: state, items, artifacts, cancel, retry. */
@Module({ imports: [UploadsModule], controllers: [RunsController], providers: [ItemFiles] })
export class RunsModule {}
