import type { Clock } from '../../../kernel';

/** A call, or the sum of several calls of one step and worker. Times are in ms. */
export interface RecordedCall {
  /** The id of the step; inside a block, of the block's inner step. */
  step: string;
  /** Key of the item; null for several. */
  item: string | null;
  /** Which attempt this call is: 1 is the first. */
  attempt: number;
  /** When it began to wait and when it ended, in ms since the epoch. */
  from: number;
  to: number;
  /** How long it waited for a worker, a file or its next attempt, and how long it worked. */
  waited: number;
  worked: number;
  /** The worker thread; null if this process does the work itself. */
  worker: number | null;
  /** The code of the call's error; of several calls, the last error. */
  error: string | null;
  calls: number;
  failed: number;
}

/** The number of a run's calls that a process records singly. It records later calls as one sum for each second. */
const MAX_SINGLE_CALLS = 5_000;
/** Characters of an item's key that are kept. */
const MAX_KEY = 200;

/** Limits how many calls the shards of a run record singly in this process. */
export class CallBudget {
  left = MAX_SINGLE_CALLS;
}

/** A call that waits or runs. */
export class OpenCall {
  private readonly from: number;
  private began: number | undefined;
  private worker: number | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly about: Pick<RecordedCall, 'step' | 'attempt'> & { item: string },
    private readonly add: (call: RecordedCall) => void,
  ) {
    this.from = clock.now();
  }

  /** Ends the wait. @param worker null: it needs no worker. */
  begin(worker: number | null): void {
    this.began ??= this.clock.now();
    this.worker = worker;
  }

  end(error: string | null): void {
    const { from, worker } = this;
    const to = Math.max(from, this.clock.now());
    const began = Math.min(to, Math.max(from, this.began ?? to));
    const { step, attempt, item } = this.about;
    const failed = error === null ? 0 : 1;
    const times = { from, to, waited: began - from, worked: to - began };
    this.add({ step, item: item.slice(-MAX_KEY), attempt, ...times, worker, error, calls: 1, failed });
  }
}

/** The calls of a second: each on its own while the budget lasts, then one sum for each step and worker. */
export class CallList {
  private readonly single: RecordedCall[] = [];
  private readonly sums = new Map<string, RecordedCall>();

  constructor(private readonly budget: CallBudget) {}

  add(call: RecordedCall): void {
    this.single.push(call);
    if (this.sums.size === 0 && this.single.length <= this.budget.left) return;
    for (const each of this.single.splice(0)) {
      const key = `${each.worker} ${each.step}`;
      const sum = this.sums.get(key);
      this.sums.set(key, sum ? joinCalls(sum, each) : { ...each });
    }
  }

  /** Takes what was added. */
  take(): RecordedCall[] {
    this.budget.left -= this.single.length;
    const taken = [...this.single.splice(0), ...this.sums.values()];
    this.sums.clear();
    return taken;
  }
}

export const joinCalls = (one: RecordedCall, other: RecordedCall): RecordedCall => ({
  ...one,
  item: null,
  attempt: Math.max(one.attempt, other.attempt),
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
  waited: one.waited + other.waited,
  worked: one.worked + other.worked,
  error: other.error ?? one.error,
  calls: one.calls + other.calls,
  failed: one.failed + other.failed,
});
