const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 2 * 3_600_000;
/** 2147483647 has ten digits; longer numbers are nonsense. */
const SECONDS = /^\d{1,10}$/;
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export interface RetryRules {
  /** Waits between the attempts, in ms; there is one more attempt than waits, unless the endpoint has its own limit. */
  waitsMs: readonly number[];
  /** The minimum wait after a 429 or a timeout, in ms. */
  slowDownMs: number;
}

export interface FailedAttempt {
  /** Counts from 1. */
  number: number;
  /** The endpoint's own limit; the last wait repeats if there are too few. Null: one more attempt than waits. */
  maxAttempts?: number | null;
  status: number | null;
  timedOut: boolean;
  retryAfter: string | null;
  /** When the attempt ended, ms since the epoch. */
  at: number;
}

/** The wait until the next attempt in ms; undefined if no attempt is left. */
export function nextWait(attempt: FailedAttempt, { waitsMs, slowDownMs }: RetryRules, random = Math.random): number | undefined {
  const { number, maxAttempts } = attempt;
  if (number >= (maxAttempts ?? waitsMs.length + 1)) return undefined;
  const wait = waitsMs[number - 1] ?? waitsMs.at(-1);
  if (wait === undefined) return undefined;
  const jittered = wait * (1 - JITTER + 2 * JITTER * random());
  const minWait = attempt.status === 429 || attempt.timedOut ? slowDownMs : 0;
  return Math.round(Math.max(jittered, minWait, retryAfterMs(attempt.retryAfter, attempt.at)));
}

/** Reads seconds or a date, up to two hours; 0 for an invalid value, and for the past. */
function retryAfterMs(value: string | null, now: number): number {
  const text = value?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  if (!HTTP_DATE.test(text)) return 0;
  const until = Date.parse(text) - now;
  return until > 0 ? Math.min(until, MAX_RETRY_AFTER_MS) : 0;
}
