import type { Tables } from '../durable/database';
import { HookAddresses1763700000190 } from './hook/hook-addresses.migration';
import { ScheduleTables1763700000040 } from './schedule-tables.migration';
import { ScheduleEntity } from './schedule.entity';
import { TickEntity } from './tick.entity';

export const scheduleTables: Tables = {
  entities: [ScheduleEntity, TickEntity],
  migrations: [ScheduleTables1763700000040, HookAddresses1763700000190],
};
