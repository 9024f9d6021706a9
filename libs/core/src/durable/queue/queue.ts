import type { Transaction } from '../database';

/**
 * The queues. Each has its own workers, so that slow jobs of one queue never delay another. In this order: runs with short calls
 * (images, text), runs with calls that take minutes (videos), the shards of both, asynchronous analyses, webhook deliveries.
 */
export const QUEUE_NAMES = ['runs', 'long-runs', 'items', 'long-items', 'analyses', 'deliveries'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** A claimed job. `ref` is the id of the row that describes the work. */
export interface Job {
  id: string;
  queue: QueueName;
  ref: string;
  /** Fencing token: after the lease has expired it no longer finishes the job. */
  token: string;
  /** How many times the job was claimed, including this time. */
  attempts: number;
}

export interface AddJobOptions {
  /** Earliest start in ms since the epoch; now when absent. */
  runAt?: number;
  /** Only a worker with this owner claims the job, for example a run started by the command line. By default any worker does. */
  owner?: string;
  /** Jobs with a higher priority are claimed first; 0 when absent. */
  priority?: number;
  /** What the job is for (an endpoint, a pipeline); see `WorkOptions.groupConcurrency`. */
  group?: string;
  /** Limit of concurrent jobs of the group over all processes, if lower than the queue's. */
  groupLimit?: number;
  /**
   * For whom the job runs (an API key, a project), and how many of its jobs run concurrently over all groups and processes. Keys
   * take turns, and so do the groups of each key.
   */
  key?: string;
  keyLimit?: number;
}

/** A job to add, see `Queue.add`. */
export interface NewJob extends AddJobOptions {
  ref: string;
}

export interface WorkOptions<Prepared = unknown> {
  queue: QueueName;
  /** Maximum number of concurrent jobs of this worker. */
  concurrency: number;
  /** Also claims the jobs of this owner; absent: only jobs without an owner. */
  owner?: string;
  /**
   * A job is parked after this many consecutive throws and lost leases, by default 3. Jobs that resume where they stopped, and
   * count the crashes of their parts themselves, use Infinity: for example, a run of many items.
   */
  crashLimit?: number;
  /**
   * With it, a throw of the handler is not a crash. The job waits longer each time, starting with the queue's `crashDelayMs`, and
   * is parked after this many throws in one process. Absent: a throw counts as a crash. Errors of the database always count as
   * crashes.
   */
  throwLimit?: number;
  /** Runs before a job is parked, in the same transaction. */
  onParked?: (tx: Transaction, job: Job) => Promise<void>;
  /** Delay after the first crash; each of the next two crashes quadruples it. Default: the queue's own. */
  crashDelayMs?: number;
  /** Limit of concurrent jobs of one group over all processes. Groups take turns, so that one never delays another. */
  groupConcurrency?: number;
  /**
   * Limit of concurrent jobs of one group in this worker, if lower than its number of slots, so that another group finds a free
   * slot at once.
   */
  groupShare?: number;
  /**
   * Concurrent jobs that a key may always have, over all processes. Beyond them, it may not have more jobs than slots stay free in
   * this worker, and each of its groups at most half of what the key may have. Absent: a key may take all slots.
   */
  keyLeast?: number;
  /**
   * Concurrent jobs that a key may always have in this worker. Beyond them, it may not take more slots than it leaves free, so that
   * a key with many groups leaves a slot to another key. Absent: a key may take all slots.
   */
  keyShare?: number;
  /** Groups with a temporarily lower limit; 0 allows none. Read in the transaction of each claim. */
  groupLimits?: (tx: Transaction, now: number) => Promise<Map<string, number>>;
  /**
   * Runs in the transaction that claims the jobs. The handler receives what this returns for its job. It is not called for jobs
   * that this finishes or postpones.
   */
  onClaim?: (tx: Transaction, claimed: readonly Claimed[]) => Promise<readonly Prepared[]>;
}

/**
 * What a handler can do with its job. Call `finish` in the transaction that writes the result, so that one commit covers the result
 * and the end of the job. If it returns false, the lease was lost: roll the result back.
 */
export interface JobContext {
  finish(tx: Transaction): Promise<boolean>;
  /** Releases the job to be claimed again at `runAt` (ms since the epoch), in the same transaction. */
  postpone(tx: Transaction, runAt: number): Promise<boolean>;
  /**
   * For a handler that only waits: a resting job keeps its lease and counts for the limits of its group and key, but takes no slot
   * of the worker.
   */
  rest(resting: boolean): void;
  /** Aborted when the worker closes or the lease is lost. */
  readonly signal: AbortSignal;
  /** Sets what to do when the signal aborts; runs it at once if it already has. Cheaper than the signal. */
  onStop(callback?: () => void): void;
}

/** A job that was just claimed. */
export interface Claimed {
  readonly job: Job;
  readonly context: JobContext;
}

export type JobHandler<Prepared = unknown> = (job: Job, context: JobContext, prepared: Prepared) => Promise<void>;

export interface QueueWorker {
  /** Stops claiming and waits for the jobs in progress. */
  close(): Promise<void>;
}

/** Receives the queue's messages about crashed and parked jobs; a pino logger fits. */
export interface QueueLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
