import type { Transaction } from '../database';

/**
 * Kinds of work, each with workers of its own, so that slow work of one kind never delays another: runs over pictures, texts
 * and the like; runs whose single calls take minutes (clips); analyses that their callers do not wait for; webhook deliveries.
 */
export const QUEUE_NAMES = ['pictures', 'long', 'analyses', 'deliveries'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** A claimed job. `ref` is the id of the row that says what to do: the queue is a doorbell, the database the truth. */
export interface Job {
  id: string;
  lane: QueueName;
  ref: string;
  /** Proof of the claim: a worker whose lease ran out has a token that no longer finishes anything. */
  token: string;
  /** How many times the job was claimed, this one included. */
  attempts: number;
}

export interface AddOptions {
  /** Earliest start, ms since the epoch; at once when absent. */
  runAt?: number;
  /** Only the process that works this owner claims it (a run started by the command line); anybody when absent. */
  owner?: string;
  /** Jobs with a higher one are claimed first; 0 when absent. */
  priority?: number;
  /** Whom the job is for (an endpoint, a pipeline); see `WorkOptions.groupConcurrency`. */
  group?: string;
  /** Jobs of the group at once, over all processes, where it is less than the lane allows. */
  groupLimit?: number;
  /** On whose behalf (an API key), and how many of its jobs run at once, over all groups and processes. */
  key?: string;
  keyLimit?: number;
}

export interface WorkOptions<Prepared = unknown> {
  lane: QueueName;
  /** Jobs at once. */
  concurrency: number;
  /** Claims also the jobs of this owner; without it only jobs of nobody in particular. */
  owner?: string;
  /**
   * Throws and lost leases in a row after which a job is parked: it would take the worker down for ever. 3 when absent;
   * Infinity for work that goes on where it was and has its own end (a run of many items).
   */
  crashLimit?: number;
  /** Wait after the first crash, four times as long after each further one up to the third; the queue's own when absent. */
  crashDelayMs?: number;
  /** Jobs of one group at once, over all processes. Groups take turns, so that one of them never delays another. */
  groupConcurrency?: number;
  /** Groups that may have fewer at once for now; 0: none. Asked in the transaction of each claim. */
  groupLimits?: (tx: Transaction, now: number) => Promise<Map<string, number>>;
  /**
   * What is to be written of jobs as they are claimed, in that transaction. What it answers for each is handed to the handler,
   * which is not called for those that it finishes or postpones.
   */
  onClaim?: (tx: Transaction, claimed: readonly Claimed[]) => Promise<readonly Prepared[]>;
}

/**
 * What a handler did with its job. `finish` must be called inside the handler's own transaction, so that the result and
 * the end of the job are one commit; it answers false where the lease was lost and the result must be dropped.
 */
export interface JobContext {
  finish(tx: Transaction): Promise<boolean>;
  /** Hands the job back to be claimed again at `runAt` (ms since the epoch), in the same transaction. */
  postpone(tx: Transaction, runAt: number): Promise<boolean>;
  /** Aborted when the worker closes or the lease is lost. */
  readonly signal: AbortSignal;
  /** What to do then, at once where it is so already, instead of what was given before. Costs less than the signal. */
  onStop(callback?: () => void): void;
}

/** A job in the hands of a worker. */
export interface Claimed {
  readonly job: Job;
  readonly context: JobContext;
}

export type JobHandler<Prepared = unknown> = (job: Job, context: JobContext, prepared: Prepared) => Promise<void>;

export interface QueueWorker {
  /** Claims nothing more and waits for what is under way. */
  close(): Promise<void>;
}

/** Where a queue tells of crashed and parked jobs; a pino logger fits. */
export interface QueueLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The port. Two drivers (embedded, Bull) share one contract suite. */
export abstract class Queue {
  /** Adds a job in the transaction of what it is about; rings the bell after the commit. */
  abstract add(tx: Transaction, lane: QueueName, ref: string, options?: AddOptions): Promise<void>;
  abstract work<Prepared>(options: WorkOptions<Prepared>, handler: JobHandler<Prepared>): QueueWorker;
  /** Finishes many jobs at once, as each `JobContext.finish` does. @returns those whose lease was not lost. */
  abstract finishAll(tx: Transaction, contexts: readonly JobContext[]): Promise<Set<JobContext>>;
  /** Removes jobs that nobody has claimed yet. */
  abstract cancel(tx: Transaction, lane: QueueName, refs: string[]): Promise<void>;
  abstract close(): Promise<void>;
}
