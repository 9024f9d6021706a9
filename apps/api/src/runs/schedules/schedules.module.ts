import { Module } from '@nestjs/common';
import { SchedulesController } from './schedules.controller';

/** The triggers of the served pipelines. */
@Module({ controllers: [SchedulesController] })
export class SchedulesModule {}
