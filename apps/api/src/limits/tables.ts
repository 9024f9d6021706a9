import type { Tables } from '@percept/core';
import { UsageCount } from '../usage/usage-count.entity';
import { KeyCounter } from './key-counter.entity';
import { KeyCounters1763700000120 } from './key-counters.migration';

export const limitTables: Tables = { entities: [KeyCounter, UsageCount], migrations: [KeyCounters1763700000120] };
