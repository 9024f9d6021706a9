import type { QueueName } from '../queue';

/**
 * The port that wakes the workers of a queue when a job is added, in this process or in others. A notification may be lost: workers
 * find the job with their next poll.
 */
export interface Notifier {
  /** Wakes a worker of the queue that has room. Returns at once and does not throw. @param jobId is for logs. */
  notify(queue: QueueName, jobId: string): void;
  /** Wakes this worker from now on until the subscription is closed. */
  subscribe(queue: QueueName, worker: NotifiedWorker): Subscription;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** What a notifier needs from a worker. */
export interface NotifiedWorker {
  /** Looks for jobs now. */
  wake(): void;
  /** Resolves when the worker has room for another job. */
  hasRoom(): Promise<void>;
}

export interface Subscription {
  close(): void;
}
