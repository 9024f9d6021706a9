import { Inject, Module } from '@nestjs/common';
import { Events, Pipelines, Store, systemClock } from '@percept/core';
import { Usage } from '../usage/usage';
import { ApiKeys } from '../access/api-keys';
import { Counting } from './counting';
import { meterRuns } from './metering';

const counting = {
  provide: Counting,
  inject: [Store, Events],
  useFactory: (store: Store, events: Events) => new Counting({ store, events }),
};
const usage = { provide: Usage, inject: [Store], useFactory: (store: Store) => new Usage(store, systemClock) };

/** What keys may use, and what was used. */
@Module({ providers: [counting, usage], exports: [Counting, Usage] })
export class LimitsModule {
  constructor(pipelines: Pipelines, keys: ApiKeys, @Inject(Counting) counting: Counting, @Inject(Usage) used: Usage) {
    pipelines.meterBy(meterRuns({ keys, counting, usage: used }));
  }
}
