import type { Fields } from './syntax/fields';

export const CATCH_UPS = ['none', 'last', 'all'] as const;

/** When a trigger with `cron` or `every` fires, and what becomes of ticks that came while nobody was there. */
export interface When {
  cron?: string;
  timezone?: string;
  everyMs?: number;
  /** ms since the epoch that `every` counts from; the first time it was seen when absent. */
  start?: number;
  jitterMs: number;
  catchUp: (typeof CATCH_UPS)[number];
  /** How old a missed tick may be, and how many run at most. */
  windowMs: number;
  limit: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_CAUGHT_UP = 10;

export function readWhen(fields: Fields): When {
  return {
    timezone: fields.text('timezone'),
    start: readStart(fields),
    jitterMs: fields.duration('jitter', HOUR_MS) ?? 0,
    catchUp: fields.oneOf('catch_up', CATCH_UPS) ?? 'none',
    windowMs: fields.duration('catch_up_window', 366 * DAY_MS) ?? DAY_MS,
    limit: fields.integer('catch_up_limit', 1, 1_000) ?? MAX_CAUGHT_UP,
  };
}

export function hasTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function readStart(fields: Fields): number | undefined {
  const text = fields.text('start');
  if (text === undefined) return undefined;
  const start = Date.parse(text);
  if (Number.isFinite(start)) return start;
  fields.refuse('start', 'must be a time such as 2026-01-31T06:00:00Z');
  return undefined;
}
