import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import type { Definition } from '../definition';

/** The times of a trigger, by the wall clock of its zone; daylight saving neither repeats nor loses one. */
export class Times {
  private readonly cron: Cron | undefined;

  /** @param anchor ms since the epoch that `every` counts from where it names no start. */
  constructor(
    private readonly when: Definition,
    private readonly anchor: number,
  ) {
    this.cron = when.cron === undefined ? undefined : new Cron(when.cron, { paused: true, timezone: when.timezone });
  }

  /** The next so many after that time, ms since the epoch. */
  next(count: number, after: number): number[] {
    if (this.cron) return this.cron.nextRuns(count, new Date(after)).map((date) => date.getTime());
    const first = Math.max(0, Math.floor((after - this.start) / this.every) + 1);
    return Array.from({ length: count }, (_, n) => this.start + (first + n) * this.every);
  }

  /** Those after `after` and up to `until`, but no more than the newest so many; oldest first. */
  between(after: number, until: number, most: number): number[] {
    const newest = this.cron ? cronRuns(this.cron, { after, until, most }) : this.before(until, most);
    return newest.filter((at) => at > after && at <= until).sort((a, b) => a - b);
  }

  private get start(): number {
    return this.when.start ?? this.anchor;
  }

  private get every(): number {
    return this.when.everyMs!;
  }

  private before(until: number, most: number): number[] {
    const last = Math.floor((until - this.start) / this.every);
    return Array.from({ length: Math.min(most, last + 1) }, (_, n) => this.start + (last - n) * this.every);
  }
}

/**
 * Those of a cron expression up to `until`, newest first: at least those after `after`, a few more maybe. A run costs the main
 * thread a tenth of a millisecond, and every trigger is asked each second: so it goes back no further than it must.
 */
function cronRuns(cron: Cron, { after, until, most }: { after: number; until: number; most: number }): number[] {
  for (let count = 1; ; count = Math.min(most, count * 8)) {
    // The reference itself is not among the runs before it.
    const runs = cron.previousRuns(count, new Date(until + 1)).map((date) => date.getTime());
    if (count === most || runs.length < count || runs.at(-1)! <= after) return runs;
  }
}

/** Spreads the ticks of many schedules: the same for the same tick in every process. */
export function jitterOf(schedule: string, at: number, mostMs: number): number {
  if (mostMs === 0) return 0;
  return createHash('sha256').update(`${schedule} ${at}`).digest().readUInt32BE() % (mostMs + 1);
}
