import { Module } from '@nestjs/common';
import { ModelWatcher, Pipelines, PluginHost, Queue, Retention, Schedules, Store } from '@percept/core';
import { DeliveryWorker } from '@percept/webhooks';
import { AnalysesModule } from '../../inference/analyses/analyses.module';
import { AnalysisWorker } from '../../inference/analyses/analysis-worker';
import { LogsModule } from '../../metering/logs/logs.module';
import { RequestRecorder } from '../../metering/logs/request-recorder';
import { ProjectRemoval } from '../removal/project-removal';
import { RetentionModule } from '../retention/retention.module';
import { UsageModule } from '../../metering/usage/usage.module';
import { UsageRecorder } from '../../metering/usage/usage-recorder';
import { ServiceLifecycle, SHUTDOWN_SEQUENCE, type Closable } from './service-lifecycle';

/** Shutdown order: first what starts work, then what does it, then the queue, the threads and the database. */
const SEQUENCE = [
  Retention,
  ProjectRemoval,
  ModelWatcher,
  Schedules,
  Pipelines,
  AnalysisWorker,
  DeliveryWorker,
  Queue,
  PluginHost,
  UsageRecorder,
  RequestRecorder,
  Store,
];

/** Starts the work of this process and ends it in order. */
@Module({
  imports: [AnalysesModule, RetentionModule, UsageModule, LogsModule],
  providers: [
    ServiceLifecycle,
    { provide: SHUTDOWN_SEQUENCE, inject: SEQUENCE, useFactory: (...parts: Closable[]): Closable[] => parts },
  ],
})
export class LifecycleModule {}
