import type { Fitted } from '../fitted';
import { withoutSeason } from './season';
import { LEVEL } from './f-test';
import { suggestsSeason } from './season-test';
import { fitSlope } from './slope';
import { changeOfTurn } from './turns';

export type Trend = 'increasing' | 'decreasing' | 'stable';

/** The length of the recent history, in seasons and in values. A trend that ended earlier does not count. */
const SEASONS = 3;
const VALUES = 36;
/** The chance that noise passes for a trend of the whole history: a random walk has wandered far by its end. */
const LEVEL_OF_ALL = 0.0001;
/** The recent history continues the trend of the whole only if noise shows its slope less often than this. */
const UNCERTAIN = 0.2;
/** The part of the slope of the whole history that the recent one must still have. */
const STILL = 0.5;
/** Smaller changes are not reported, even if they are significant; in standard deviations around the line. */
const MIN_EFFECT = 1;
/** The number of steps over which the forecast may contradict the history. */
const AHEAD = 12;
/** The smallest movement against the history that counts, in standard deviations of one step's error. */
const SIGNIFICANT = 0.5;

/**
 * The direction of the level without the season: that of the line through the recent history, or through all of it if the recent
 * part continues it. The slope must exceed what noise with this correlation shows in 99 of 100 cases, the change must be visible,
 * and the forecast must not turn back. A possible season with only two turns cannot be taken off: there each value is compared with
 * that of the turn before.
 * @param periods how long a season may be
 */
export function findTrend(series: Float64Array, fitted: Fitted, periods: readonly number[]): Trend {
  const suspected = fitted.period === 1 ? periods.find((period) => suggestsSeason(series, period)) : undefined;
  const { change, isProven } = suspected ? changeOfTurn(series, suspected) : changeByLine(series, fitted);
  if (!isProven || change === 0) return 'stable';
  return change > 0 ? 'increasing' : 'decreasing';
}

/** Growth by factors is a line in logarithms. */
function changeByLine(series: Float64Array, fitted: Fitted): { change: number; isProven: boolean } {
  const level = fitted.season ? withoutSeason(series, fitted.season) : series;
  const straight = fitted.byFactors || growsExactly(level) ? level.map(Math.log) : level;
  const recent = straight.slice(-Math.max(VALUES, SEASONS * fitted.period));
  const [late, whole] = [lineThrough(recent, LEVEL), lineThrough(straight, LEVEL_OF_ALL)];
  const goesOn = late.chance < UNCERTAIN && late.slope * Math.sign(whole.slope) >= STILL * Math.abs(whole.slope);
  const found = late.isClear || !goesOn ? late : whole;
  const ahead = fitted.level(AHEAD + 1);
  const turned = (ahead[AHEAD]! - ahead[0]!) * Math.sign(found.slope) < -SIGNIFICANT * fitted.sigma;
  return { change: found.slope, isProven: found.isClear && !turned };
}

function lineThrough(values: Float64Array, level: number): { slope: number; chance: number; isClear: boolean } {
  const { slope, spread, chance } = fitSlope(values);
  return { slope, chance, isClear: chance < level && Math.abs(slope) * values.length >= MIN_EFFECT * spread };
}

function growsExactly(values: Float64Array): boolean {
  if (values.some((value) => value <= 0)) return false;
  const { spread, chance } = fitSlope(values.map(Math.log));
  return spread === 0 && chance === 0;
}
