import { Inject, Module } from '@nestjs/common';
import { Events, Pipelines, Store, systemClock } from '@percept/core';
import { Usage } from '../usage/usage';
import { ApiKeys } from '../auth/keys/api-keys';
import { QuotaCounter } from './quota-counter';
import { meterRuns } from './metering';

const counting = {
  provide: QuotaCounter,
  inject: [Store, Events],
  useFactory: (store: Store, events: Events) => new QuotaCounter({ store, events }),
};
const usage = { provide: Usage, inject: [Store], useFactory: (store: Store) => new Usage(store, systemClock) };

/** What keys may use, and what was used. */
@Module({ providers: [counting, usage], exports: [QuotaCounter, Usage] })
export class LimitsModule {
  constructor(pipelines: Pipelines, keys: ApiKeys, @Inject(QuotaCounter) counting: QuotaCounter, @Inject(Usage) used: Usage) {
    pipelines.meterBy(meterRuns({ keys, counting, usage: used }));
  }
}
