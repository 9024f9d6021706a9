import { moved, type Transitions } from '../../../kernel';
import type { Store } from '../../../durable/database';
import { ENDED } from '../entities';
import type { StepItems } from '../entities';
import { readWatched, type WatchedRun } from '../entities/shard.repository';

/** How often a process checks what others did to the runs that it works on. */
const LOOK_MS = 100;

/** The events of a run that a process working on it wants to know. */
export interface Watcher {
  runId: string;
  /** Somebody asked to cancel the run, or it has ended. */
  onCancelled(): void;
  /** Too many items of a step failed. */
  onStopping?(step: string): void;
  /** An idle process would find no shard of the step: all are listed, and each has a process that works on it. */
  onAllTaken?(step: string): void;
}

interface Waiting extends StepItems {
  /** The first look that counts: one that began after the wait. */
  from: number;
  resolve: () => void;
}

/**
 * Whether the database is being asked.
 *
 *     idle ──── a look ───▶ looking ──── somebody wants a later look ───▶ due
 *       ▲                      │                                           │
 *       └────── it ended ──────┴─────────── it ended: the next one ────────┘
 */
type LookState = { is: 'idle' | 'looking' | 'due' };

export const LOOK_TRANSITIONS: Transitions<LookState> = { idle: ['looking'], looking: ['due', 'idle'], due: ['idle'] };

/** Polls the runs that this process works on, all together, while there are any. */
export class RunWatch {
  private readonly watchers = new Set<Watcher>();
  private readonly waiting = new Set<Waiting>();
  private state: LookState = { is: 'idle' };
  private timer: NodeJS.Timeout | undefined;
  private looks = 0;

  constructor(private readonly store: Store) {}

  /** @returns a function that ends the watching. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    this.timer ??= setInterval(() => this.state.is === 'idle' && this.lookNow(), LOOK_MS);
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  /** Resolves when the step has no open shard. The run must be watched meanwhile. */
  shardsEnded({ run_id, step }: StepItems): Promise<void> {
    const ended = new Promise<void>((resolve) => this.waiting.add({ run_id, step, from: this.looks + 1, resolve }));
    this.look();
    return ended;
  }

  /** Looks immediately if somebody waits for the end of shards, because one ended in this process. */
  look(): void {
    if (this.state.is === 'looking') this.enter({ is: 'due' });
    if (this.state.is === 'due' || this.watchers.size === 0 || this.waiting.size === 0) return;
    this.lookNow();
  }

  private lookNow(): void {
    this.enter({ is: 'looking' });
    // If the database does not answer, writing the results fails too and ends the work in this process.
    void this.lookOnce()
      .catch(() => undefined)
      .finally(() => {
        const isDue = this.state.is === 'due';
        this.enter({ is: 'idle' });
        if (isDue) this.look();
      });
  }

  private enter(next: LookState): void {
    this.state = moved(this.state, next, LOOK_TRANSITIONS);
  }

  private async lookOnce(): Promise<void> {
    const look = ++this.looks;
    const found = await readWatched(this.store.reader, [...new Set([...this.watchers].map(({ runId }) => runId))]);
    for (const watcher of [...this.watchers]) tell(watcher, found);
    const isOpen = ({ run_id, step }: StepItems) =>
      found.steps.some((each) => each.open && each.run_id === run_id && each.step === step);
    for (const each of this.waiting) {
      if (look < each.from || isOpen(each)) continue;
      this.waiting.delete(each);
      each.resolve();
    }
  }
}

function tell(watcher: Watcher, { runs, steps }: WatchedRun): void {
  const run = runs.find(({ id }) => id === watcher.runId);
  if (run && (run.cancel_requested_at !== null || ENDED.includes(run.status))) watcher.onCancelled();
  for (const { run_id, step, stopping, listed, open, waiting } of steps) {
    if (run_id !== watcher.runId) continue;
    if (stopping) watcher.onStopping?.(step);
    else if (listed && open && !waiting) watcher.onAllTaken?.(step);
  }
}
