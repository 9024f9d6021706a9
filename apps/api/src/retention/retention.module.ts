import { Module } from '@nestjs/common';
import { Config, Retention, Store, type Log } from '@percept/core';
import { LOG } from '../config/service.module';
import { HealthModule } from '../health/health.module';
import { Metrics } from '../health/metrics';
import { retentionRules } from './retention-rules';

/** Removes what is older than the configuration says. */
@Module({
  imports: [HealthModule],
  providers: [
    {
      provide: Retention,
      inject: [Store, Config, LOG, Metrics],
      useFactory: (store: Store, config: Config, log: Log, metrics: Metrics) => {
        const onRemoved = (kind: string, count: number): void => metrics.observeRemoved(kind, count);
        return new Retention({ rules: retentionRules(store, config), log, onRemoved });
      },
    },
  ],
  exports: [Retention],
})
export class RetentionModule {}
