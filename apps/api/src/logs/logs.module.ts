import { Module } from '@nestjs/common';
import { LogsController } from './logs.controller';
import { RequestLog } from './request-log';
import { RequestRecorder } from './request-recorder';

/** Logs requests. */
@Module({ providers: [RequestLog, RequestRecorder], exports: [RequestLog, RequestRecorder] })
export class LogsModule {}

@Module({ imports: [LogsModule], controllers: [LogsController] })
export class LogsApiModule {}
