import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The monitor sleeps this long each time; any longer sleep is lag. */
const RESOLUTION_MS = 10;
/** A figure covers the last one to two windows. */
const WINDOW_MS = 30_000;
/** The median, the 99th percentile and the maximum. */
const PERCENTILES = [50, 99, 100] as const;
type Percentile = (typeof PERCENTILES)[number];

/** How late the thread that serves requests runs due work, in milliseconds over the last minute. */
export class MainThreadLag {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private before = new Map<Percentile, number>();

  constructor() {
    this.delay.enable();
    setInterval(() => this.turn(), WINDOW_MS).unref();
  }

  ms(percentile: Percentile): number {
    const late = Math.max(this.delay.percentile(percentile) / 1e6 - RESOLUTION_MS, this.before.get(percentile) ?? 0);
    return Math.max(0, late);
  }

  /** Begins the next window. */
  turn(): void {
    this.before = new Map(PERCENTILES.map((each) => [each, this.delay.percentile(each) / 1e6 - RESOLUTION_MS]));
    this.delay.reset();
  }
}

let lag: MainThreadLag | undefined;

/** The lag of this process, measured from the first call on. */
export const mainThreadLag = (): MainThreadLag => (lag ??= new MainThreadLag());
