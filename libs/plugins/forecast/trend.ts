import type { Fitted } from './ensemble';

export type Trend = 'increasing' | 'decreasing' | 'stable';

/** Steps over which a trend must show. */
const AHEAD = 12;
/** How far the level must move in that time, in standard deviations of one step's error. */
const TELLING = 0.5;
/** A change under this part of the level is rounding. */
const ROUNDING = 1e-6;

/** Where the level is going, the season taken off: whether it moves, over a dozen steps, by more than half of what one step errs. */
export function trendOf(fitted: Fitted): Trend {
  const level = fitted.level(AHEAD + 1);
  const change = level[AHEAD]! - level[0]!;
  const threshold = Math.max(TELLING * fitted.sigma, ROUNDING * Math.abs(level[0]!));
  if (Math.abs(change) <= threshold) return 'stable';
  return change > 0 ? 'increasing' : 'decreasing';
}
