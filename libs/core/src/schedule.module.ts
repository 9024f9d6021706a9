import { Module, type DynamicModule } from '@nestjs/common';
import { outboundOf } from './core.module';
import type { Config, Log } from './kernel';
import { Pipelines } from './pipelines/runs';
import { RunMetering } from './pipelines/runs/calls';
import { Schedules, ScheduleViews } from './triggers';
import { Store } from './durable/database';

/** The triggers of the served pipelines. */
@Module({})
export class ScheduleModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const schedules = {
      provide: Schedules,
      inject: [Store, Pipelines, { token: RunMetering, optional: true }],
      useFactory: (store: Store, pipelines: Pipelines, meter?: RunMetering) =>
        new Schedules({
          ...{ store, pipelines, log, checkPayer: meter?.whyEnded },
          outbound: outboundOf(config),
          hooksPerMinute: config.PERCEPT_RATE_PER_MINUTE,
        }),
    };
    const views = { provide: ScheduleViews, inject: [Store], useFactory: (store: Store) => new ScheduleViews(store) };
    return { module: ScheduleModule, global: true, providers: [schedules, views], exports: [Schedules, ScheduleViews] };
  }
}
