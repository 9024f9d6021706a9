import type { Tables } from '@percept/core';
import { UsageCountEntity } from '../usage/usage-count.entity';
import { KeyCounterEntity } from './key-counter.entity';
import { KeyCounters1763700000120 } from './key-counters.migration';

export const limitTables: Tables = { entities: [KeyCounterEntity, UsageCountEntity], migrations: [KeyCounters1763700000120] };
