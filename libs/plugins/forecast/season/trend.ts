import type { Fitted } from '../ensemble';
import { withoutSeason } from './season';
import { slopeOf } from './slope';

export type Trend = 'increasing' | 'decreasing' | 'stable';

/** Seasons, and values, of the history that count: a trend that ended earlier does not. */
const SEASONS = 3;
const VALUES = 36;
/** Steps over which the forecast may contradict the history. */
const AHEAD = 12;
/** How far it must move the other way, in standard deviations of one step's error. */
const SIGNIFICANT = 0.5;
/** A change under this part of the level is rounding. */
const ROUNDING = 1e-6;

/**
 * Where the level goes, the season taken off: the direction of the line through the recent history where its slope is beyond what noise
 * as correlated as this shows in 99 of 100 cases, and where the forecast does not turn back.
 */
export function findTrend(series: Float64Array, fitted: Fitted): Trend {
  const level = fitted.season ? withoutSeason(series, fitted.season) : series;
  const recent = level.slice(-Math.max(VALUES, SEASONS * fitted.period));
  const { slope, isProven } = slopeOf(recent);
  const size = recent.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (!isProven || Math.abs(slope) * recent.length <= ROUNDING * size) return 'stable';
  const ahead = fitted.level(AHEAD + 1);
  const change = (ahead[AHEAD]! - ahead[0]!) * Math.sign(slope);
  if (change < -SIGNIFICANT * fitted.sigma) return 'stable';
  return slope > 0 ? 'increasing' : 'decreasing';
}
