export { EmbeddedQueue } from './embedded-queue';
export type { EmbeddedQueueOptions } from './queue-settings';
export {
  type AddOptions,
  type Claimed,
  type NewJob,
  type Job,
  type JobContext,
  type JobHandler,
  QUEUE_NAMES,
  type QueueName,
  type QueueWorker,
  Queue,
  type QueueLog,
  type WorkOptions,
} from './queue';
export { removeJobsOf } from './statements';
export { queueTables } from './tables';
