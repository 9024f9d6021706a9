import type { Transaction } from '../database';

/**
 * The queues. Each has workers of its own, so that slow jobs of one queue never delay another: runs with short calls (images,
 * text); runs with calls that take minutes (videos); the shards of both; asynchronous analyses; webhook deliveries.
 */
export const QUEUE_NAMES = ['runs', 'long-runs', 'items', 'long-items', 'analyses', 'deliveries'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** A claimed job. `ref` is the id of the row that says what to do. */
export interface Job {
  id: string;
  queue: QueueName;
  ref: string;
  /** Fencing token: after the lease has expired it no longer finishes the job. */
  token: string;
  /** How many times the job was claimed, this one included. */
  attempts: number;
}

export interface AddOptions {
  /** Earliest start in ms since the epoch; now when absent. */
  runAt?: number;
  /** Only a worker with this owner claims the job (a run started by the command line); any worker when absent. */
  owner?: string;
  /** Jobs with a higher priority are claimed first; 0 when absent. */
  priority?: number;
  /** What the job is for (an endpoint, a pipeline); see `WorkOptions.groupConcurrency`. */
  group?: string;
  /** Concurrent jobs of the group over all processes, if fewer than the queue allows. */
  groupLimit?: number;
  /**
   * Whom the job is for (an API key, a project), and how many of its jobs run concurrently over all groups and processes. Keys take
   * turns, and so do the groups of each.
   */
  key?: string;
  keyLimit?: number;
}

/** A job to add, see `Queue.add`. */
export interface NewJob extends AddOptions {
  ref: string;
}

export interface WorkOptions<Prepared = unknown> {
  queue: QueueName;
  /** Concurrent jobs of this worker. */
  concurrency: number;
  /** Claims the jobs of this owner too; without it only jobs without an owner. */
  owner?: string;
  /**
   * A job is parked after this many consecutive throws and lost leases. 3 when absent; Infinity for jobs that resume where they
   * were and limit the crashes of their parts themselves (a run of many items).
   */
  crashLimit?: number;
  /**
   * A handler that throws proves no crash: its job waits longer each time, from the queue's own `crashDelayMs` on, and is parked
   * after this many throws in one process. Absent: a throw counts as a crash. The database's errors always do.
   */
  throwLimit?: number;
  /** Runs in the transaction that parks a job, before it is parked. */
  onParked?: (tx: Transaction, job: Job) => Promise<void>;
  /** Delay after the first crash; four times as long after each of the next two. The queue's own when absent. */
  crashDelayMs?: number;
  /** Concurrent jobs of one group over all processes. Groups take turns, so that one never delays another. */
  groupConcurrency?: number;
  /** Concurrent jobs of one group in this worker, if fewer than it has slots: another group finds a free one at once. */
  groupShare?: number;
  /**
   * Concurrent jobs that a key may always have, over all processes. Beyond them it takes no more slots of this worker than it
   * leaves free, and a group of it half of what the key may take. Absent: a key may take all.
   */
  keyLeast?: number;
  /**
   * Concurrent jobs that a key may always have in this worker. Beyond them it takes no more slots than it leaves free, so that
   * one whose groups are many leaves a slot to another key. Absent: a key may take all.
   */
  keyShare?: number;
  /** Groups with a lower limit for now; 0 for none. Read in the transaction of each claim. */
  groupLimits?: (tx: Transaction, now: number) => Promise<Map<string, number>>;
  /**
   * Runs in the transaction that claims the jobs. The handler gets what this returns for its job, and is not called for jobs
   * that this finishes or postpones.
   */
  onClaim?: (tx: Transaction, claimed: readonly Claimed[]) => Promise<readonly Prepared[]>;
}

/**
 * What a handler does with its job. Call `finish` in the transaction that writes the result, so that the result and the end of
 * the job are one commit. It returns false if the lease was lost; then roll the result back.
 */
export interface JobContext {
  finish(tx: Transaction): Promise<boolean>;
  /** Releases the job to be claimed again at `runAt` (ms since the epoch), in the same transaction. */
  postpone(tx: Transaction, runAt: number): Promise<boolean>;
  /**
   * A resting job keeps its lease and counts for the limits of its group and key, but takes none of the worker's slots: for a
   * handler that only waits.
   */
  rest(resting: boolean): void;
  /** Aborted when the worker closes or the lease is lost. */
  readonly signal: AbortSignal;
  /** Sets what to do when the signal aborts, or does it at once if it has. Costs less than the signal. */
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
