import type { StageTimer } from '../models';

/** Adds up where the time of one call goes. */
export class Stages implements StageTimer {
  /** Milliseconds by stage. */
  readonly ms: Record<string, number> = {};

  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.ms[stage] = (this.ms[stage] ?? 0) + performance.now() - start;
    }
  }
}
