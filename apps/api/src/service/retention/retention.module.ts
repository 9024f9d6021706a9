import { Module } from '@nestjs/common';
import { Config, readStorageRules, Retention, Store, type Log } from '@percept/core';
import { LOG } from '../../platform/config/service.module';
import { HealthModule } from '../../platform/health/health.module';
import { Metrics } from '../../platform/health/metrics';
import { ProjectRemoval } from '../removal/project-removal';
import { retentionRules } from './retention-rules';

/** Removes data beyond its configured age and the data of deleted projects. */
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
    {
      provide: ProjectRemoval,
      inject: [Store, Config, LOG],
      useFactory: (store: Store, config: Config, log: Log) => {
        const { PERCEPT_DATA_DIR: dataDir, ownModelsDir: modelsDir } = config;
        return new ProjectRemoval({ store, log, files: { dataDir, modelsDir, objects: readStorageRules(config) } });
      },
    },
  ],
  exports: [Retention, ProjectRemoval],
})
export class RetentionModule {}
