import type { TimingRecorder } from '../models/runtime';

/** Adds up how long each stage of a call takes. */
export class ServerTiming implements TimingRecorder {
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
