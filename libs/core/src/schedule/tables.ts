import type { Tables } from '../store';
import { HookAddresses1763700000190 } from './hook-addresses.migration';
import { ScheduleTables1763700000040 } from './schedule-tables.migration';
import { ScheduleRow } from './schedule.entity';
import { TickRow } from './tick.entity';

export const scheduleTables: Tables = {
  entities: [ScheduleRow, TickRow],
  migrations: [ScheduleTables1763700000040, HookAddresses1763700000190],
};
