export { LANES, Queue } from './queue';
export type { AddOptions, Claimed, Job, JobContext, JobHandler, Lane, LaneWorker, QueueLog, WorkOptions } from './queue';
export { EmbeddedQueue, type EmbeddedQueueOptions } from './embedded-queue';
export { queueTables } from './tables';
export { BULL_OPTIONS, bullQueues, openBullBell } from './open-bull';
export type { BullQueues } from './bull-bell';
export type { Bell, Listener } from './bell';
