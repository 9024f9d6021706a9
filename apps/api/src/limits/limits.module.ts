import { Module } from '@nestjs/common';
import { Events, Store, systemClock } from '@percept/core';
import { Usage } from '../usage/usage';
import { Counting } from './counting';

const counting = {
  provide: Counting,
  inject: [Store, Events],
  useFactory: (store: Store, events: Events) => new Counting({ store, events }),
};
const usage = { provide: Usage, inject: [Store], useFactory: (store: Store) => new Usage(store, systemClock) };

/** What keys may use, and what was used. */
@Module({ providers: [counting, usage], exports: [Counting, Usage] })
export class LimitsModule {}
