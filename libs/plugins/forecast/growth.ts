import { fitEnsemble, type FitOptions } from './ensemble';
import { line } from './members/member';
import { isLine } from './methods';
import type { Period } from './season/period';
import { LEVEL } from './season/f-test';
import { slopeOf } from './season/slope';

const MIN_VALUES = 20;
/** Values that double, or grow by another factor each time, need no more. */
const MIN_EXACT = 5;
/** Under this change over the whole history both ways of growing are much the same. */
const MIN_CHANGE = Math.log(1.5);
/** Logarithms must err less than this part of what the values themselves do. */
const CLEARLY = 0.5;
const ORIGINS = 2;
const LONGEST_TEST = 12;
const LONGEST_TRAINING = 400;

/**
 * Whether a series grows or shrinks by a factor with each step rather than by a sum: its logarithms have a proven slope, and forecasts
 * made of them would have been clearly nearer to the end of the history.
 */
export function growsByFactors(series: Float64Array, period: Period): boolean {
  const n = series.length;
  if (n >= MIN_EXACT && series.every((value) => value > 0) && isLine(series.map(Math.log))) return true;
  if (n < MIN_VALUES || series.some((value) => value <= 0)) return false;
  const { slope, chance } = slopeOf(series.map(Math.log));
  if (chance >= LEVEL || Math.abs(slope) * n < MIN_CHANGE) return false;
  if (!curvesAsFactorsDo(series)) return false;
  const size = Math.min(LONGEST_TEST, n >> 2);
  const error = (byFactors: boolean, most: number) => {
    let sum = 0;
    let near: FitOptions['near'];
    for (let j = 1; j <= ORIGINS && sum < most; j++) {
      const origin = n - j * size;
      const known = series.subarray(Math.max(0, origin - Math.max(LONGEST_TRAINING, 3 * period.length)), origin);
      const fitted = fitEnsemble(known, period, { byFactors, near });
      near = fitted.near;
      fitted.forecast(size).forEach((value, k) => (sum += Math.abs(series[origin + k]! - value)));
    }
    return sum;
  };
  const most = CLEARLY * error(false, Infinity);
  return error(true, most) < most;
}

/** Whether a curve of factors goes nearer to the values than a line: if not, no forecast by factors is clearly nearer. */
function curvesAsFactorsDo(series: Float64Array): boolean {
  const [straight, factors] = [line(series), line(series.map(Math.log))];
  let [byLine, byFactors] = [0, 0];
  series.forEach((value, t) => {
    byLine += Math.abs(value - straight.intercept - straight.slope * (t + 1));
    byFactors += Math.abs(value - Math.exp(factors.intercept + factors.slope * (t + 1)));
  });
  return byFactors < 1.1 * byLine;
}
