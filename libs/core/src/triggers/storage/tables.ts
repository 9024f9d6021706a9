import type { Tables } from '../../durable/database';
import { ScheduleEntity } from './schedule.entity';
import { SchedulesBaseline1764100000041 } from './schedules.migration';
import { TickEntity } from './tick.entity';

export const scheduleTables: Tables = {
  entities: [ScheduleEntity, TickEntity],
  migrations: [SchedulesBaseline1764100000041],
};
