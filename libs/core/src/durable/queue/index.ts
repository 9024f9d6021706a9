export { Queue } from './job-queue';
export type { QueueOptions } from './queue-settings';
export {
  type AddJobOptions,
  type Claimed,
  type NewJob,
  type Job,
  type JobContext,
  type JobHandler,
  QUEUE_NAMES,
  type QueueName,
  type QueueWorker,
  type QueueLog,
  type WorkOptions,
} from './queue';
export { removeJobsByRef, waitingJob } from './statements';
export { queueTables } from './tables';
