import type { Fitted } from '../ensemble';
import { withoutSeason } from './season';
import { suggestsSeason } from './season-test';
import { slopeOf } from './slope';
import { changeOfTurn } from './turns';

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
 * as correlated as this shows in 99 of 100 cases, and where the forecast does not turn back. What may be a season and has two turns only
 * cannot be taken off: there each value is compared with that of the turn before.
 * @param periods how long a season may be
 */
export function findTrend(series: Float64Array, fitted: Fitted, periods: readonly number[]): Trend {
  const suspected = fitted.period === 1 ? periods.find((period) => suggestsSeason(series, period)) : undefined;
  const { change, size, isProven } = suspected ? changeByTurns(series, suspected) : changeByLine(series, fitted);
  if (!isProven || Math.abs(change) <= ROUNDING * size) return 'stable';
  return change > 0 ? 'increasing' : 'decreasing';
}

/** A change over the history, and the largest of its values. */
interface Change {
  change: number;
  size: number;
  isProven: boolean;
}

const changeByTurns = (series: Float64Array, period: number): Change => ({
  ...changeOfTurn(series, period),
  size: sizeOf(series),
});

function changeByLine(series: Float64Array, fitted: Fitted): Change {
  const level = fitted.season ? withoutSeason(series, fitted.season) : series;
  const recent = level.slice(-Math.max(VALUES, SEASONS * fitted.period));
  const { slope, isProven } = slopeOf(recent);
  const ahead = fitted.level(AHEAD + 1);
  const turned = (ahead[AHEAD]! - ahead[0]!) * Math.sign(slope) < -SIGNIFICANT * fitted.sigma;
  return { change: slope * recent.length, size: sizeOf(recent), isProven: isProven && !turned };
}

const sizeOf = (values: Float64Array) => values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
