import { onPostgres, type Transaction } from '../store';
import type { QueueTime } from './embedded-queue';
import type { Claimed, JobContext } from './queue';
import { type ClaimedJob, giveBack, remove } from './statements';

const HELD = new WeakMap<JobContext, HeldJob>();

/** See `Queue.finishAll`. */
export async function finishAll(tx: Transaction, contexts: readonly JobContext[]): Promise<Set<JobContext>> {
  if (contexts.length === 0) return new Set();
  const held = contexts.map((context) => HELD.get(context)!);
  const removed = await remove(
    tx.manager,
    held.map(({ job }) => job),
  );
  return new Set(contexts.filter((_, place) => held[place]!.settle(tx, removed.has(held[place]!.job.id))));
}

/** A claimed job in the hands of its handler. */
export class HeldJob implements Claimed {
  /** Finished or postponed, and committed. */
  settled = false;
  /** Somebody else has it now, or it is gone: nothing that we write about it counts any more. */
  lost = false;
  private readonly abort = new AbortController();

  constructor(
    readonly job: ClaimedJob,
    private readonly lane: { now: QueueTime; onFree: () => void },
  ) {
    HELD.set(this.context, this);
  }

  get key(): string {
    return `${this.job.id} ${this.job.token}`;
  }

  readonly context: JobContext = {
    signal: this.abort.signal,
    finish: async (tx) => (await finishAll(tx, [this.context])).size === 1,
    postpone: async (tx, runAt) => {
      const now = await this.lane.now(tx.manager);
      const kept = await giveBack(tx.manager, this.job, { state: 'waiting', now, runAt, crashes: 0, reason: null });
      return this.settle(tx, kept);
    },
  };

  /** Tells the handler to stop. */
  stop(reason: string): void {
    this.abort.abort(new Error(reason));
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
