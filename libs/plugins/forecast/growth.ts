import { fitEnsemble, type FitOptions } from './ensemble';
import { line } from './member';
import { isLine, stepsFrom, type ForecastMethod } from './methods';
import type { Period } from './season/period';
import { LEVEL } from './season/f-test';
import { fitSlope } from './season/slope';

const MIN_VALUES = 8;
/** How many values suffice if they grow by the same factor each time. */
const MIN_EXACT = 5;
/** With a smaller change over the whole history, both ways of growing are much the same. */
const MIN_CHANGE = Math.log(1.5);
/** The errors of logarithms must be less than this part of those of the values themselves. */
const CLEARLY = 0.5;
/** The same limit for a cheaper method that is tried first. */
const SEEMINGLY = 0.7;
const ORIGINS = 2;
const LONGEST_TEST = 12;
const LONGEST_TRAINING = 400;
/** Steps show a rate of growth only if their standard deviation is less than this part of their mean. */
const ROUGHLY = 0.5;
/** The minimum number of values that show a rate of growth. */
const MIN_RATE = 6;

/** How a series grows. */
export interface Growth {
  /**
   * Whether the series grows by a factor with each step: the logarithms have a significant slope and forecast the end of the
   * history clearly better.
   */
  byFactors: boolean;
  /** The slope of the series' logarithms; 0 if none is proven. */
  rate: number;
  /** Whether the factors are roughly alike. */
  isSteady: boolean;
}

export const NO_GROWTH: Growth = { byFactors: false, rate: 0, isSteady: false };

export function findGrowth(series: Float64Array, period: Period): Growth {
  const n = series.length;
  if (n < MIN_EXACT || series.some((value) => value <= 0)) return NO_GROWTH;
  const logarithms = series.map(Math.log);
  const { mean } = stepsFrom(logarithms);
  if (isLine(logarithms)) return { byFactors: true, rate: mean, isSteady: true };
  const { slope, chance } = n < MIN_RATE ? { slope: 0, chance: 1 } : fitSlope(logarithms);
  const isSteady = isLine(logarithms, ROUGHLY);
  const rate = isSteady ? mean : chance < LEVEL ? slope : 0;
  const byFactors = n >= MIN_VALUES && Math.abs(rate) * n >= MIN_CHANGE && predictsBetter(series, period);
  return { byFactors, rate, isSteady };
}

/** Whether forecasts by factors would have been clearly closer to the end of a series than forecasts by sums. */
const predictsBetter = (series: Float64Array, period: Period): boolean =>
  curvesAsFactorsDo(series) &&
  // The damped trend alone takes a sixth of the time and rules out most series.
  wins(series, period, { method: 'damped', clearly: SEEMINGLY }) &&
  wins(series, period, { method: 'auto', clearly: CLEARLY });

function wins(series: Float64Array, period: Period, { method, clearly }: { method: ForecastMethod; clearly: number }): boolean {
  const n = series.length;
  const size = Math.min(LONGEST_TEST, n >> 2);
  const error = (byFactors: boolean, most: number) => {
    let sum = 0;
    let near: FitOptions['near'];
    for (let j = 1; j <= ORIGINS && sum < most; j++) {
      const origin = n - j * size;
      const known = series.subarray(Math.max(0, origin - Math.max(LONGEST_TRAINING, 3 * period.length)), origin);
      const fitted = fitEnsemble(known, period, { byFactors, near, method });
      near = fitted.near;
      fitted.forecast(size).forEach((value, k) => (sum += Math.abs(series[origin + k]! - value)));
    }
    return sum;
  };
  const most = clearly * error(false, Infinity);
  return error(true, most) < most;
}

/** Whether an exponential curve fits the values about as well as a line: if not, forecasts by factors are never clearly better. */
function curvesAsFactorsDo(series: Float64Array): boolean {
  const [straight, factors] = [line(series), line(series.map(Math.log))];
  let [byLine, byFactors] = [0, 0];
  series.forEach((value, t) => {
    byLine += Math.abs(value - straight.intercept - straight.slope * (t + 1));
    byFactors += Math.abs(value - Math.exp(factors.intercept + factors.slope * (t + 1)));
  });
  return byFactors < 1.1 * byLine;
}
