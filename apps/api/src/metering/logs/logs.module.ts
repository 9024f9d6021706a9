import { Module } from '@nestjs/common';
import { LogsController } from './logs.controller';
import { LogHours } from './log-hours';
import { RequestLog } from './request-log';
import { RequestRecorder } from './request-recorder';

/** Logs requests. */
@Module({ providers: [LogHours, RequestLog, RequestRecorder], exports: [LogHours, RequestLog, RequestRecorder] })
export class LogsModule {}

@Module({ imports: [LogsModule], controllers: [LogsController] })
export class LogsApiModule {}
