import type { TimingRecorder } from '../models/runtime';

/** Adds up where the time of one call goes. */
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
