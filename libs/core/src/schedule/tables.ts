import type { Tables } from '../store';
import { ScheduleTables1763700000040 } from './schedule-tables.migration';
import { ScheduleRow } from './schedule.entity';
import { TickRow } from './tick.entity';

export const scheduleTables: Tables = { entities: [ScheduleRow, TickRow], migrations: [ScheduleTables1763700000040] };
