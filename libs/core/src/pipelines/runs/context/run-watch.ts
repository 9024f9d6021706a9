import type { Store } from '../../../durable/database';
import { ENDED } from '../entities';
import type { StepItems } from '../entities';
import { readWatched, type Watched } from '../entities/shard.repository';

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

/** Polls the runs that this process works on, all together, while there are any. */
export class RunWatch {
  private readonly watchers = new Set<Watcher>();
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private lookAgain = false;
  private looks = 0;

  constructor(private readonly store: Store) {}

  /** @returns a function that ends the watching. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    this.timer ??= setInterval(() => void (this.looking ?? this.lookNow()), LOOK_MS);
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  /** Resolves when the step has no open shard. The run must be watched meanwhile. */
  shardsEnded({ run_id, step }: StepItems): Promise<void> {
    const ended = new Promise<void>((resolve) => this.waiting.push({ run_id, step, from: this.looks + 1, resolve }));
    this.look();
    return ended;
  }

  /** Looks immediately if somebody waits for the end of shards, because one ended in this process. */
  look(): void {
    if (this.looking) {
      this.lookAgain = true;
      return;
    }
    if (this.watchers.size === 0 || this.waiting.length === 0) return;
    this.lookNow();
  }

  private lookNow(): void {
    this.lookAgain = false;
    // If the database does not answer, writing the results fails too and ends the work in this process.
    this.looking = this.lookOnce()
      .catch(() => undefined)
      .finally(() => {
        this.looking = undefined;
        if (this.lookAgain) this.look();
      });
  }

  private async lookOnce(): Promise<void> {
    const look = ++this.looks;
    const found = await readWatched(this.store.reader, [...new Set([...this.watchers].map(({ runId }) => runId))]);
    for (const watcher of [...this.watchers]) tell(watcher, found);
    const isOpen = ({ run_id, step }: StepItems) =>
      found.steps.some((each) => each.open && each.run_id === run_id && each.step === step);
    const done = this.waiting.filter((each) => look >= each.from && !isOpen(each));
    this.waiting = this.waiting.filter((each) => !done.includes(each));
    for (const { resolve } of done) resolve();
  }
}

function tell(watcher: Watcher, { runs, steps }: Watched): void {
  const run = runs.find(({ id }) => id === watcher.runId);
  if (run && (run.cancel_requested_at !== null || ENDED.includes(run.status))) watcher.onCancelled();
  for (const { run_id, step, stopping, listed, open, waiting } of steps) {
    if (run_id !== watcher.runId) continue;
    if (stopping) watcher.onStopping?.(step);
    else if (listed && open && !waiting) watcher.onAllTaken?.(step);
  }
}
