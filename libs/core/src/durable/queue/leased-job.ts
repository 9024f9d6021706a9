import { onPostgres, type Transaction } from '../database';
import type { QueueTime } from './embedded-queue';
import type { Claimed, JobContext } from './queue';
import { type ClaimedJob, releaseJob, remove } from './statements';

/** See `Queue.finishAll`. */
export async function finishAll(tx: Transaction, contexts: readonly JobContext[]): Promise<Set<JobContext>> {
  const held = contexts.filter((context) => context instanceof LeasedJob);
  if (held.length === 0) return new Set();
  const removed = await remove(
    tx.manager,
    held.map(({ job }) => job),
  );
  return new Set(held.filter((each) => each.settle(tx, removed.has(each.job.id))));
}

/** A claimed job in the hands of its handler. */
export class LeasedJob implements Claimed, JobContext {
  readonly context: JobContext = this;
  /** What `WorkOptions.onClaim` answered for it. */
  prepared: unknown;
  /** Settled when the handler has ended. */
  end: Promise<void> = Promise.resolve();
  /** Where it stands in `HeldJobs`. */
  place = -1;
  /** Finished or postponed, and committed. */
  settled = false;
  /** Somebody else has it now, or it is gone: nothing that we write about it counts any more. */
  lost = false;
  private stopped: Error | undefined;
  private callback: (() => void) | undefined;
  private abort: AbortController | undefined;

  constructor(
    readonly job: ClaimedJob,
    private readonly lane: { now: QueueTime; onFree: () => void },
  ) {}

  get key(): string {
    return `${this.job.id} ${this.job.token}`;
  }

  /** Made when it is asked for: most jobs are short and never do. */
  get signal(): AbortSignal {
    this.abort ??= new AbortController();
    if (this.stopped) this.abort.abort(this.stopped);
    return this.abort.signal;
  }

  onStop(callback?: () => void): void {
    this.callback = callback;
    if (this.stopped) callback?.();
  }

  async finish(tx: Transaction): Promise<boolean> {
    return (await finishAll(tx, [this])).size === 1;
  }

  async postpone(tx: Transaction, runAt: number): Promise<boolean> {
    const now = await this.lane.now(tx.manager);
    const kept = await releaseJob(tx.manager, this.job, { state: 'waiting', now, runAt, crashes: 0, reason: null });
    return this.settle(tx, kept);
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

  settle(tx: Transaction, kept: boolean): boolean {
    if (!kept) {
      this.lose();
      return false;
    }
    tx.afterCommit(() => (this.settled = true));
    // SQLite's transactions come one after the other: a claim that is asked for now finds the place free, and shares the commit.
    if (onPostgres(tx.manager)) tx.afterCommit(this.lane.onFree);
    else this.lane.onFree();
    return true;
  }
}
