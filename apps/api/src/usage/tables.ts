import type { Tables } from '@percept/core';
import { UsageCountEntity } from './usage-count.entity';
import { KeyCounterEntity } from '../quota/key-counter.entity';
import { LimitsBaseline1764100000120 } from '../quota/quota.migration';

export const quotaTables: Tables = { entities: [KeyCounterEntity, UsageCountEntity], migrations: [LimitsBaseline1764100000120] };
