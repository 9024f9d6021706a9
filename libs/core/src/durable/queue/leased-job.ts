import { dialectOf, type Transaction } from '../database';
import type { QueueTime } from './queue-settings';
import type { Claimed, JobContext } from './queue';
import { type ClaimedJob, releaseJob, remove } from './statements';

/** See `Queue.finishAll`. */
export async function finishAll(tx: Transaction, contexts: readonly JobContext[]): Promise<Set<JobContext>> {
  const leased = contexts.filter((context) => context instanceof LeasedJob);
  if (leased.length === 0) return new Set();
  const removed = await remove(
    tx.manager,
    leased.map(({ job }) => job),
  );
  return new Set(leased.filter((each) => each.settle(tx, removed.has(each.job.id))));
}

/** A claimed job whose handler is running. */
export class LeasedJob implements Claimed, JobContext {
  readonly context: JobContext = this;
  /** The result of `WorkOptions.onClaim` for this job. */
  prepared: unknown;
  /** Settled when the handler has ended. */
  end: Promise<void> = Promise.resolve();
  /** Index in `LeasedJobs`. */
  index = -1;
  /** Whether it was finished or postponed in a committed transaction. */
  settled = false;
  /** Another process has leased it, or it was removed: nothing that this process writes about it counts. */
  lost = false;
  /** See `JobContext.rest`. */
  resting = false;
  private stopped: Error | undefined;
  private callback: (() => void) | undefined;
  private abort: AbortController | undefined;

  constructor(
    readonly job: ClaimedJob,
    private readonly worker: { now: QueueTime; onFree: () => void },
  ) {}

  get key(): string {
    return `${this.job.id} ${this.job.token}`;
  }

  /** Created on demand: the handlers of most jobs are short and do not use it. */
  get signal(): AbortSignal {
    this.abort ??= new AbortController();
    if (this.stopped) this.abort.abort(this.stopped);
    return this.abort.signal;
  }

  onStop(callback?: () => void): void {
    this.callback = callback;
    if (this.stopped) callback?.();
  }

  rest(resting: boolean): void {
    if (this.resting === resting) return;
    this.resting = resting;
    if (resting) this.worker.onFree();
  }

  async finish(tx: Transaction): Promise<boolean> {
    return (await finishAll(tx, [this])).size === 1;
  }

  async postpone(tx: Transaction, runAt: number): Promise<boolean> {
    const now = await this.worker.now(tx.manager);
    const released = await releaseJob(tx.manager, this.job, { state: 'waiting', now, runAt, crashes: 0, reason: null });
    return this.settle(tx, released);
  }

  /** Tells the handler to stop. */
  stop(reason: string): void {
    if (this.stopped) return;
    this.stopped = new Error(reason);
    this.abort?.abort(this.stopped);
    this.callback?.();
  }

  lose(): void {
    if (this.settled || this.lost) return;
    this.lost = true;
    this.stop('The lease of this job was lost.');
  }

  settle(tx: Transaction, wasLeased: boolean): boolean {
    if (!wasLeased) {
      this.lose();
      return false;
    }
    tx.afterCommit(() => (this.settled = true));
    // SQLite runs transactions in sequence: a claim that is requested now finds the slot free and shares the commit.
    if (dialectOf(tx.manager).isSerial) this.worker.onFree();
    else tx.afterCommit(this.worker.onFree);
    return true;
  }
}
