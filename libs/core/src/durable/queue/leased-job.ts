import { moved, type Transitions } from '../../kernel';
import { getDialect, type Transaction } from '../database';
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

/**
 * Whether what this process writes about the job counts.
 *
 *     held ──── it was finished or postponed, and that is committed ───▶ settled
 *      │                                                                   ▲
 *      │ another process has leased it, or it was removed                  │
 *      ▼                                                                   │
 *     lost ──── it was our own transaction that removed it ────────────────┘
 */
type LeaseState = { is: 'held' } | { is: 'lost' } | { is: 'settled' };

export const LEASE_TRANSITIONS: Transitions<LeaseState> = { held: ['settled', 'lost'], lost: ['settled'], settled: [] };

/** A claimed job whose handler is running. */
export class LeasedJob implements Claimed, JobContext {
  readonly context: JobContext = this;
  private state: LeaseState = { is: 'held' };
  /** See `JobContext.rest`. */
  resting = false;
  private callback: (() => void) | undefined;
  /** Created on demand: the handlers of most jobs are short and do not use it. */
  private abort: AbortController | undefined;

  constructor(
    readonly job: ClaimedJob,
    private readonly worker: { now: QueueTime; onFree: () => void },
  ) {}

  get key(): string {
    return `${this.job.id} ${this.job.token}`;
  }

  get lease(): LeaseState['is'] {
    return this.state.is;
  }

  get signal(): AbortSignal {
    return (this.abort ??= new AbortController()).signal;
  }

  onStop(callback?: () => void): void {
    this.callback = callback;
    if (this.abort?.signal.aborted) callback?.();
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
    const abort = (this.abort ??= new AbortController());
    if (abort.signal.aborted) return;
    abort.abort(new Error(reason));
    this.callback?.();
  }

  lose(): void {
    if (this.state.is !== 'held') return;
    this.enter({ is: 'lost' });
    this.stop('The lease of this job was lost.');
  }

  settle(tx: Transaction, wasLeased: boolean): boolean {
    if (!wasLeased) {
      this.lose();
      return false;
    }
    tx.afterCommit(() => this.enter({ is: 'settled' }));
    // SQLite runs transactions in sequence: a claim that is requested now finds the slot free and shares the commit.
    if (getDialect(tx.manager).isSerial) this.worker.onFree();
    else tx.afterCommit(this.worker.onFree);
    return true;
  }

  private enter(next: LeaseState): void {
    if (this.state.is !== next.is) this.state = moved(this.state, next, LEASE_TRANSITIONS);
  }
}
