import { FairLine, type Share } from '@percept/core';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of this thread's time that filters may take: it serves requests too. */
const PART = 0.2;
/** Work that is done without a pause. */
const SLICE_MS = 2;

interface Turn {
  share: Share;
  work: () => void;
}

/** Short pieces of work on this thread: projects share its time, and all of them together get a fifth of its time. */
export class FilterTurns {
  private readonly line = new FairLine<Turn>();
  private running = false;

  /** @param rest waits that many milliseconds. */
  constructor(private readonly rest: (ms: number) => Promise<unknown> = sleep) {}

  /** Resolves with what the work returned, when its turn has come. */
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
