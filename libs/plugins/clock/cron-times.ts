import type { Times } from '@percept/sdk/pipelines';
import { Cron } from 'croner';

const DAY_MS = 86_400_000;
const ANY_DAY = Date.UTC(2026, 0, 1);

/**
 * The times of a pattern by the wall clock of a zone. When the clock changes, all forms of a pattern follow one rule: a skipped
 * local time fires at the change, and a repeated one fires once. An hourly pattern fires in every hour that passes.
 */
export function createCronTimes(pattern: string, timezone?: string): Times {
  return isEveryHour(pattern) ? new PassingTimes(pattern, timezone) : new WallTimes(pattern, timezone);
}

/** Croner finds the wall times as if they were UTC, because with a zone it treats one value and several values differently. */
const createWallCron = (pattern: string) => new Cron(pattern, { paused: true, utcOffset: 0 });

/** Whether the pattern names all 24 hours, in any notation. */
function isEveryHour(pattern: string): boolean {
  const fields = pattern.trim().split(/\s+/);
  if (fields.length === 1) return fields[0]!.toLowerCase() === '@hourly';
  const hours = fields[fields.length === 5 ? 1 : 2]!;
  const runs = createWallCron(`0 ${hours} * * *`).nextRuns(24, new Date(ANY_DAY - 1));
  return runs[23]!.getTime() < ANY_DAY + DAY_MS;
}

/** The times up to `until`, searched back in growing steps: every trigger is asked once a second, and mostly nothing came. */
function timesBack(
  cron: Cron,
  until: number,
  { limit, isEnough }: { limit: number; isEnough: (oldest: number) => boolean },
): number[] {
  for (let count = 1; ; count = Math.min(limit, count * 8)) {
    // `previousRuns` leaves out the reference time itself.
    const runs = cron.previousRuns(count, new Date(until + 1)).map((date) => date.getTime());
    if (count === limit || runs.length < count || isEnough(runs.at(-1)!)) return runs;
  }
}

class PassingTimes implements Times {
  private readonly cron: Cron;

  constructor(pattern: string, timezone: string | undefined) {
    this.cron = new Cron(pattern, { paused: true, timezone });
  }

  next(count: number, after: number): number[] {
    return this.cron.nextRuns(count, new Date(after)).map((date) => date.getTime());
  }

  between(after: number, until: number, limit: number): number[] {
    return timesBack(this.cron, until, { limit, isEnough: (oldest) => oldest <= after })
      .filter((at) => at > after && at <= until)
      .reverse();
  }
}

class WallTimes implements Times {
  private readonly cron: Cron;
  private readonly offsetAt: (instant: number) => number;

  constructor(pattern: string, timezone: string | undefined) {
    this.cron = createWallCron(pattern);
    this.offsetAt = createOffsets(timezone);
  }

  next(count: number, after: number): number[] {
    const times = new Set<number>();
    let wall = new Date(after + this.offsetAt(after));
    while (times.size < count) {
      const run = this.cron.nextRun(wall);
      if (!run) break;
      wall = run;
      const at = this.toInstant(run.getTime());
      if (at > after) times.add(at);
    }
    return [...times];
  }

  between(after: number, until: number, limit: number): number[] {
    // After the clock was set back, it shows an earlier time than the latest wall time that has passed.
    const latest = until + Math.max(this.offsetAt(until), this.offsetAt(until - DAY_MS));
    const skew = Math.ceil((latest - until - this.offsetAt(until)) / 1_000);
    const walls = timesBack(this.cron, latest, {
      limit: limit + skew,
      isEnough: (oldest) => this.toInstant(oldest) <= after,
    });
    const times = new Set(walls.reverse().map((wall) => this.toInstant(wall)));
    return [...times].filter((at) => at > after && at <= until).slice(-limit);
  }

  /** The first instant at which the clock shows `wall`; if the clock skips `wall`, the instant of the change. */
  private toInstant(wall: number): number {
    let [before, behind] = [wall - DAY_MS, wall + DAY_MS];
    const offset = this.offsetAt(before);
    for (const each of [offset, this.offsetAt(behind)]) {
      if (this.offsetAt(wall - each) === each) return wall - each;
    }
    while (behind - before > 1_000) {
      const middle = before + Math.floor((behind - before) / 2_000) * 1_000;
      if (this.offsetAt(middle) === offset) before = middle;
      else behind = middle;
    }
    return behind;
  }
}

/** How many milliseconds the clock of a zone is ahead of UTC at an instant. Without a zone: the machine's. */
function createOffsets(timeZone: string | undefined): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value;
    const [, sign, hours, minutes, seconds = '0'] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
    if (!sign) return 0;
    return (sign === '-' ? -1_000 : 1_000) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
  };
}
