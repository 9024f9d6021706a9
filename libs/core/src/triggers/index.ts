export { removeProjectSchedules, scheduleRetention, tickRetention } from './retention';
export { Schedules, type SchedulesOptions } from './schedules';
export { scheduleTables } from './storage/tables';
export { ScheduleResponse, TickResponse } from './schedule-responses';
export { ScheduleViews } from './views';
