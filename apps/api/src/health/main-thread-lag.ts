import { createHistogram, monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';

/** The monitor sleeps that long each time; what it sleeps longer is lag. */
const RESOLUTION_MS = 10;
/** A figure is of the last one to two of these. */
const WINDOW_MS = 30_000;

/** How late the thread that serves requests does what is due: the last minute, in milliseconds. */
class MainThreadLag {
  private readonly delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private last = createHistogram();

  constructor() {
    this.delay.enable();
    setInterval(() => this.turn(), WINDOW_MS).unref();
  }

  /** @param percentile 50 for half of the time, 100 for the longest. */
  ms(percentile: number): number {
    const [now, before] = [this.delay.percentile(percentile), this.last.count > 0 ? this.last.percentile(percentile) : 0];
    return Math.max(0, Math.max(now, before) / 1e6 - RESOLUTION_MS);
  }

  private turn(): void {
    this.last = createHistogram();
    this.last.add(this.delay as never);
    this.delay.reset();
  }
}

let lag: MainThreadLag | undefined;

/** Of this process; it is measured from the first question on. */
export const mainThreadLag = (): MainThreadLag => (lag ??= new MainThreadLag());
