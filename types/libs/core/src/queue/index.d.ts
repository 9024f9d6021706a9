export { Queue } from './queue';
export type { AddOptions, Job, JobContext, JobHandler, Lane, LaneWorker, WorkOptions } from './queue';
export { EmbeddedQueue, type EmbeddedQueueOptions, type QueueLog } from './embedded-queue';
export { queueTables } from './tables';
