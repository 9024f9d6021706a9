export { EmbeddedQueue, type EmbeddedQueueOptions } from './embedded-queue';
export {
  type AddOptions,
  type Claimed,
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
export { queueTables } from './tables';
