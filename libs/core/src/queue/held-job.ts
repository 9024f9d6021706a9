import type { Transaction } from '../store';
import type { JobContext } from './queue';
import { type ClaimedJob, giveBack, remove } from './statements';

/** A claimed job in the hands of its handler. */
export class HeldJob {
  /** Finished or postponed, and committed. */
  settled = false;
  /** Somebody else has it now, or it is gone: nothing that we write about it counts any more. */
  lost = false;
  private readonly abort = new AbortController();

  constructor(
    readonly job: ClaimedJob,
    private readonly onPostponed: () => void,
  ) {}

  get key(): string {
    return `${this.job.id} ${this.job.token}`;
  }

  readonly context: JobContext = {
    signal: this.abort.signal,
    finish: async (tx) => this.settle(tx, await remove(tx.manager, this.job)),
    postpone: async (tx, runAt) => {
      const kept = await giveBack(tx.manager, this.job, { state: 'waiting', runAt, crashes: 0, reason: null });
      if (kept) tx.afterCommit(this.onPostponed);
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

  private settle(tx: Transaction, kept: boolean): boolean {
    if (kept) tx.afterCommit(() => (this.settled = true));
    else this.lose();
    return kept;
  }
}
