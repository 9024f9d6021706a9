import { FairLine, type Share } from '@percept/core';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of this thread's time that filters may take: the thread serves requests, too. */
const PART = 0.2;
/** The duration of work without a pause. */
const SLICE_MS = 2;

interface Turn {
  share: Share;
  work: () => void;
}

/** Runs short pieces of work on this thread. Projects take turns, and all together get a fifth of the thread's time. */
export class FilterTurns {
  private readonly line = new FairLine<Turn>();
  private running = false;

  /** @param rest waits for that many milliseconds. */
  constructor(private readonly rest: (ms: number) => Promise<unknown> = sleep) {}

  /** Does the work when its turn has come, and resolves with its result. */
  take<T>(project: string, work: () => T): Promise<T> {
    return new Promise((resolve) => {
      const begun = async (): Promise<T> => work();
      this.line.add({ share: { project, key: '' }, work: () => resolve(begun()) });
      if (!this.running) void this.run();
    });
  }

  private next(): Turn | undefined {
    return this.line.take(undefined, () => 0);
  }

  private async run(): Promise<void> {
    this.running = true;
    let spent = 0;
    for (let turn = this.next(); turn; turn = this.next()) {
      const began = performance.now();
      turn.work();
      const ms = performance.now() - began;
      this.line.correct(turn.share, ms);
      spent += ms;
      if (spent < SLICE_MS) continue;
      await this.rest(spent * (1 / PART - 1));
      spent = 0;
    }
    this.running = false;
  }
}
