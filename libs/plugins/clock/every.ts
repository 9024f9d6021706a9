import {
  defineTriggerSource,
  parseDateTime,
  parseDuration,
  required,
  text,
  TICK_KEYWORDS,
  toTickRules,
  type TickRules,
  type Times,
} from '@percept/sdk/pipelines';
import { checkJitter } from './jitter';

const MIN_INTERVAL_MS = 1_000;

interface IntervalDefinition {
  /** Undefined if the duration has a mistake. */
  everyMs: number | undefined;
  /** ms since the epoch; undefined: when Percept first saw the trigger. */
  start: number | undefined;
}

const INTERVAL_KEYWORDS = {
  every: required(text('Its interval, such as 15m, 6h or 2d.', 'duration')),
  start: text('What it counts from, such as 2026-01-31T06:00:00Z; when Percept first sees it when absent.', 'time'),
  ...TICK_KEYWORDS,
};

/** Fires at a fixed interval. */
export const every = defineTriggerSource<typeof INTERVAL_KEYWORDS, IntervalDefinition & TickRules, IntervalDefinition>({
  name: 'every',
  keywords: INTERVAL_KEYWORDS,
  clock: {
    times: (definition, anchor) => new IntervalTimes(definition.everyMs!, definition.start ?? anchor),
    rules: (settings) => settings,
  },

  parse(values, fields) {
    const everyMs = values.every === undefined ? undefined : parseDuration(values.every);
    const isLongEnough = everyMs !== undefined && everyMs >= MIN_INTERVAL_MS;
    if (values.every !== undefined && !isLongEnough) {
      fields.refuse('every', 'must be a duration of at least 1s, such as 15m, 6h or 2d');
    } else if (everyMs !== undefined) checkJitter(values.jitter, () => new IntervalTimes(everyMs, 0), fields);
    const start = values.start === undefined ? undefined : parseDateTime(values.start);
    if (values.start !== undefined && start === undefined)
      fields.refuse('start', 'must be a day of the calendar with its time, such as 2026-01-31T06:00:00Z');
    return { everyMs, start, ...toTickRules(values) };
  },

  definition: ({ everyMs, start }) => ({ everyMs, start }),
  describe: ({ everyMs }) => ({ rule: everyMs === undefined ? null : `${everyMs / 1_000} s` }),
});

class IntervalTimes implements Times {
  constructor(
    private readonly interval: number,
    private readonly start: number,
  ) {}

  next(count: number, after: number): number[] {
    const first = Math.max(0, Math.floor((after - this.start) / this.interval) + 1);
    return Array.from({ length: count }, (_, n) => this.start + (first + n) * this.interval);
  }

  between(after: number, until: number, limit: number): number[] {
    const last = Math.floor((until - this.start) / this.interval);
    return Array.from({ length: Math.max(0, Math.min(limit, last + 1)) }, (_, n) => this.start + (last - n) * this.interval)
      .filter((at) => at > after)
      .sort((a, b) => a - b);
  }
}
