export { tickRetention } from './retention';
export { Schedules, type SchedulesOptions } from './schedules';
export { scheduleTables } from './tables';
export { type ScheduleView, ScheduleViews, type TickView } from './views';
