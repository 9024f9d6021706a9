import { Module, type DynamicModule } from '@nestjs/common';
import { Events, PluginHost, Queue, Store, type Config } from '@percept/core';
import { ApiKeys } from '../auth/keys/api-keys';
import { QuotaCounter } from '../quota/quota-counter';
import { LimitsModule } from '../quota/quota.module';
import { refundAnalysis } from '../quota/metering';
import { Usage } from '../usage/usage';
import { Analyses } from './analyses';
import { AnalysisWorker } from './analysis-worker';
import { SentBytes } from './uploaded-media';

/** Analyses that nobody waits for. */
@Module({})
export class AnalysesModule {
  static forRoot(config: Config): DynamicModule {
    const bytes = { provide: SentBytes, useFactory: () => new SentBytes(config.PERCEPT_DATA_DIR) };
    const analyses = {
      provide: Analyses,
      inject: [Store, Queue, SentBytes],
      useFactory: (store: Store, queue: Queue, sent: SentBytes) => new Analyses(store, queue, sent),
    };
    const worker = {
      provide: AnalysisWorker,
      inject: [Store, Queue, Events, PluginHost, SentBytes, ApiKeys, QuotaCounter, Usage],
      useFactory: (...parts: [Store, Queue, Events, PluginHost, SentBytes, ApiKeys, QuotaCounter, Usage]) => {
        const [store, queue, events, host, sent, keys, counting, usage] = parts;
        const ended = refundAnalysis({ keys, counting, usage });
        return new AnalysisWorker({ store, queue, events, host, bytes: sent, ended });
      },
    };
    const providers = [bytes, analyses, worker];
    return { module: AnalysesModule, imports: [LimitsModule], providers, exports: [Analyses, AnalysisWorker] };
  }
}
