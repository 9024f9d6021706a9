import { duration, integer, oneOf, type KeywordValues } from '../syntax';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_LIMIT = 10;

/** What happens to the ticks of a trigger that follows the clock, including missed ones. */
export interface TickRules {
  jitterMs: number;
  catchUp: 'none' | 'last' | 'all';
  /** A missed tick older than this does not run. */
  windowMs: number;
  /** How many missed ticks run at most. */
  limit: number;
}

/** The keywords of a trigger that follows the clock, besides its own. */
export const TICK_KEYWORDS = {
  jitter: duration(
    HOUR_MS,
    'Spreads the ticks over this time, at most 1h and at most the time between two ticks; a tick has the same jitter in every process.',
  ),
  catch_up: oneOf(['none', 'last', 'all'], 'Which missed ticks run; none when absent.'),
  catch_up_window: duration(366 * DAY_MS, 'Older missed ticks do not run; 24h when absent.'),
  catch_up_limit: integer(1, 1_000, 'With `all`, the maximum number of missed ticks to run, the newest ones; 10 when absent.'),
};

/** The rules that these keywords give, with defaults for those that are absent. */
export function toTickRules(values: KeywordValues<typeof TICK_KEYWORDS>): TickRules {
  return {
    jitterMs: values.jitter ?? 0,
    catchUp: values.catch_up ?? 'none',
    windowMs: values.catch_up_window ?? DAY_MS,
    limit: values.catch_up_limit ?? DEFAULT_LIMIT,
  };
}
