export { Schedules, type SchedulesOptions } from './schedules';
export type { ScheduleView, TickView } from './views';
export { scheduleTables } from './tables';
