/** Weight of the newest call. */
const NEWEST = 0.1;
/** Media up to this many bytes count as the same size. */
const SMALL = 64 * 1024;

/** How long calls of each capability take, as moving averages: of all calls, and of those with media of about the same size. */
export class Durations {
  private readonly mean = new Map<string, number>();

  record(capability: string, bytes: number, ms: number): void {
    for (const name of [capability, sized(capability, bytes)]) {
      const before = this.mean.get(name) ?? ms;
      this.mean.set(name, before + (ms - before) * NEWEST);
    }
  }

  /** Milliseconds; undefined before the first call. */
  expect(capability: string, bytes: number): number | undefined {
    return this.mean.get(sized(capability, bytes)) ?? this.mean.get(capability);
  }
}

const sized = (capability: string, bytes: number): string => `${capability} ${Math.ceil(Math.log2(1 + bytes / SMALL))}`;
