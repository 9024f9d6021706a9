const WINDOW_MS = 10_000;

/** How many items end in a second, by the last ten: a mean over the whole run would hold the warm-up against it. */
export class RateMeter {
  private samples: { at: number; ended: number }[] = [];
  private ended = 0;

  /** Adds what has ended by now. @returns items a second; null before there are two moments to compare. */
  rate(now: number, ended: number): number | null {
    // Before the first counts what came before it as ended.
    if (this.samples.length === 0) this.samples.push({ at: now, ended: this.ended });
    this.ended += ended;
    this.samples.push({ at: now, ended: this.ended });
    const first = this.samples.findIndex(({ at }) => now - at <= WINDOW_MS);
    if (first > 0) this.samples.splice(0, first);
    const [oldest] = this.samples;
    return now > oldest!.at ? ((this.ended - oldest!.ended) * 1_000) / (now - oldest!.at) : null;
  }
}
