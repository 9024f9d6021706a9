const WINDOW_MS = 10_000;

/** Ended items per second, over the last ten seconds: a mean over the whole run would include the warm-up. */
export class RateMeter {
  private samples: { at: number; ended: number }[] = [];
  private ended = 0;

  /** Adds a sample: the number of items ended so far. @returns items per second; null until there are two samples. */
  perSecond(now: number, ended: number): number | null {
    // The first sample counts items that ended before it, not its own.
    if (this.samples.length === 0) this.samples.push({ at: now, ended: this.ended });
    this.ended += ended;
    this.samples.push({ at: now, ended: this.ended });
    const first = this.samples.findIndex(({ at }) => now - at <= WINDOW_MS);
    if (first > 0) this.samples.splice(0, first);
    const [oldest] = this.samples;
    return now > oldest!.at ? ((this.ended - oldest!.ended) * 1_000) / (now - oldest!.at) : null;
  }
}
