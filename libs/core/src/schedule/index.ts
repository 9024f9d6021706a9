export { Schedules, type SchedulesOptions } from './schedules';
export { ScheduleViews, type ScheduleView, type TickView } from './views';
export { scheduleTables } from './tables';
export { tickRetention } from './retention';
