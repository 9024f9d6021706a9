import { Cron } from 'croner';
import { required, text } from '../../pipelines/language/syntax';
import { TICK_KEYWORDS, toTickRules, type TickRules } from './tick-rules';
import type { Times, TriggerSource } from './trigger-source';

export interface CronDefinition {
  /** Undefined if the pattern has a mistake. */
  cron: string | undefined;
  timezone: string | undefined;
}

const CRON_KEYWORDS = {
  cron: required(text('When it fires: five fields, or six with seconds.', 'pattern')),
  timezone: text("The zone of its times, such as Europe/Berlin; the machine's when absent.", 'time zone'),
  ...TICK_KEYWORDS,
};

/** Fires at the times of a cron pattern, by the wall clock of its time zone. */
export const cron: TriggerSource<typeof CRON_KEYWORDS, CronDefinition & TickRules, CronDefinition> = {
  keywords: CRON_KEYWORDS,
  clock: {
    times: (definition) => new CronTimes(definition),
    rules: (settings) => settings,
  },

  parse(values, fields) {
    const { cron: pattern, timezone } = values;
    const isZone = timezone === undefined || isTimeZone(timezone);
    if (!isZone) fields.report('timezone', `'${timezone}' is not a time zone; use a name such as Europe/Berlin.`);
    const reason = pattern && whyNotPattern(pattern);
    if (reason) fields.report('cron', `'cron' cannot be read: ${reason}.`);
    return { cron: pattern, timezone: isZone ? timezone : undefined, ...toTickRules(values) };
  },

  definition: ({ cron: pattern, timezone }) => ({ cron: pattern, timezone }),
  describe: ({ cron: pattern, timezone }) => ({ rule: pattern ?? null, timezone }),
};

function whyNotPattern(pattern: string): string | undefined {
  try {
    return new Cron(pattern, { paused: true }).nextRun() ? undefined : 'it never fires';
  } catch (error) {
    return (error as Error).message.replace(/^\w+: /, '');
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Daylight saving time neither repeats nor loses a time. */
class CronTimes implements Times {
  private readonly cron: Cron;

  constructor({ cron: pattern, timezone }: CronDefinition) {
    this.cron = new Cron(pattern!, { paused: true, timezone });
  }

  next(count: number, after: number): number[] {
    return this.cron.nextRuns(count, new Date(after)).map((date) => date.getTime());
  }

  between(after: number, until: number, limit: number): number[] {
    return this.newest(after, until, limit)
      .filter((at) => at > after && at <= until)
      .sort((a, b) => a - b);
  }

  /**
   * The times up to `until`, newest first: at least those after `after`. One step back costs the main thread a tenth of a
   * millisecond, and every trigger is asked once a second, so this goes back no further than it must.
   */
  private newest(after: number, until: number, limit: number): number[] {
    for (let count = 1; ; count = Math.min(limit, count * 8)) {
      // The reference itself is not among the runs before it.
      const runs = this.cron.previousRuns(count, new Date(until + 1)).map((date) => date.getTime());
      if (count === limit || runs.length < count || runs.at(-1)! <= after) return runs;
    }
  }
}
