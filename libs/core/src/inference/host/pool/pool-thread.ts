import type { Worker } from 'node:worker_threads';
import { moved, type Transitions } from '../../../kernel';

/**
 *                loaded          a call takes it
 *     starting ─────────▶ free ──────────────────▶ busy
 *        │                 │  ◀── its call ended ───┤
 *        │ to be replaced  │                        │ to be replaced
 *        ▼                 ▼                        ▼
 *      ending ◀────────────┴──── its call ended ── retiring
 *
 * A thread may end by itself in each of them; then the pool forgets it.
 */
type ThreadState =
  | { is: 'starting' }
  | { is: 'free' }
  | { is: 'busy' }
  | { is: 'retiring' }
  /** `unneeded`: it held capabilities that nobody called. */
  | { is: 'ending'; why: 'unneeded' | 'unfit' };

export const THREAD_TRANSITIONS: Transitions<ThreadState> = {
  starting: ['free', 'ending'],
  free: ['busy', 'ending'],
  busy: ['free', 'retiring'],
  retiring: ['ending'],
  ending: [],
};

/** A worker thread of the pool: one call at a time, and none before it has set up the preloaded capabilities. */
export class PoolThread {
  private state: ThreadState = { is: 'starting' };
  /** When each capability that it has set up was last called. */
  private readonly lastCall = new Map<string, number>();

  constructor(private readonly worker: Worker) {}

  get isFree(): boolean {
    return this.state.is === 'free';
  }

  get isBusy(): boolean {
    return this.state.is === 'busy' || this.state.is === 'retiring';
  }

  /** Whether it takes calls, now or after its present one. */
  get isWarm(): boolean {
    return this.state.is === 'free' || this.state.is === 'busy';
  }

  /** Why it ends, or will after its call; undefined if that is not planned. */
  get leaves(): 'unneeded' | 'unfit' | undefined {
    return this.state.is === 'ending' ? this.state.why : this.state.is === 'retiring' ? 'unfit' : undefined;
  }

  /** The capabilities that it has set up. */
  get setUp(): string[] {
    return [...this.lastCall.keys()];
  }

  has(capability: string): boolean {
    return this.lastCall.has(capability);
  }

  /** It has set the capability up, or was called for it. */
  used(capability: string): void {
    this.lastCall.set(capability, performance.now());
  }

  /** Whether it has set up more than the preloaded capabilities, and nobody called any of those extras for `ms` milliseconds. */
  isIdle(preloaded: readonly string[], ms: number): boolean {
    const others = [...this.lastCall].filter(([capability]) => !preloaded.includes(capability));
    return others.length > 0 && others.every(([, last]) => performance.now() - last >= ms);
  }

  /** @param setUp the preloaded capabilities. */
  loaded(setUp: readonly string[]): void {
    for (const capability of setUp) this.used(capability);
    if (this.state.is === 'starting') this.enter({ is: 'free' });
  }

  take(): void {
    this.enter({ is: 'busy' });
  }

  /** Its call has ended. @returns whether the thread must end now. */
  release(): boolean {
    if (this.isBusy) this.enter(this.state.is === 'busy' ? { is: 'free' } : { is: 'ending', why: 'unfit' });
    return this.state.is === 'ending';
  }

  /** Gives the thread no more calls. @returns whether it works on none, so that it must be ended now. */
  retire(why: 'unneeded' | 'unfit'): boolean {
    if (this.leaves) return false;
    this.enter(this.isBusy ? { is: 'retiring' } : { is: 'ending', why });
    return this.state.is === 'ending';
  }

  terminate(): void {
    void this.worker.terminate();
  }

  private enter(next: ThreadState): void {
    this.state = moved(this.state, next, THREAD_TRANSITIONS);
  }
}
