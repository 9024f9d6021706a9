/** Weight of the newest call. */
const NEWEST = 0.1;

/** How long calls of each capability take, by a moving average. */
export class Durations {
  private readonly mean = new Map<string, number>();

  record(capability: string, ms: number): void {
    const before = this.mean.get(capability) ?? ms;
    this.mean.set(capability, before + (ms - before) * NEWEST);
  }

  /** Milliseconds; 0 before the first call. */
  expect(capability: string): number {
    return this.mean.get(capability) ?? 0;
  }
}
