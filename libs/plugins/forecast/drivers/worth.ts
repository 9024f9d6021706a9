import { fitEnsemble } from '../ensemble';
import { findPeriod, type Period } from '../season/period';
import { regress, type DriverColumn, type Regression } from './regression';

/** How many forecasts of the end of the history are made, with and without regressors. */
const ORIGINS = 21;
const LONGEST_TEST = 48;
const LONGEST_TRAINING = 1500;
/** Fewer forecasts say too little. */
const MIN_ORIGINS = 3;

interface DrivenHistory {
  /** The history without gaps and holidays. */
  values: Float64Array;
  columns: readonly DriverColumn[];
  periods: readonly number[];
  horizon: number;
}

/**
 * The regressors that help. They are chosen by blocks of the history and kept only if they would have improved forecasts of its
 * end: the values may no longer depend on what they depended on long ago.
 */
export function helpfulRegressors({ values, columns, periods, horizon }: DrivenHistory): Regression {
  const period = findPeriod(values, periods);
  const found = regress(values, columns, period.length);
  if (found.effects.length === 0) return found;
  const chosen = columns.filter(({ name }) => found.effects.some((effect) => effect.name === name));
  if (helped(values, chosen, { period, horizon })) return found;
  return { effects: [], dropped: columns.map(({ name }) => name) };
}

function helped(
  values: Float64Array,
  columns: readonly DriverColumn[],
  { period, horizon }: { period: Period; horizon: number },
): boolean {
  const n = values.length;
  const size = Math.max(1, Math.min(horizon, LONGEST_TEST, n >> 3));
  let [without, withThem, count] = [0, 0, 0];
  for (let origin = n - size; origin >= n / 2 && count < ORIGINS; origin -= size, count++) {
    const from = Math.max(0, origin - LONGEST_TRAINING);
    const part = (series: Float64Array) => series.subarray(from, origin);
    const ahead = columns.map((each) => ({
      ...each,
      history: part(each.history),
      future: each.history.subarray(origin, origin + size),
    }));
    const { effects } = regress(part(values), ahead, period.length);
    const plain = forecastOf(part(values), period, size);
    const left = part(values).map((value, t) => effects.reduce((rest, { history }) => rest - history[t]!, value));
    const driven = forecastOf(left, period, size).map((value, k) => effects.reduce((sum, { future }) => sum + future[k]!, value));
    const missed = (expected: Float64Array) => expected.reduce((sum, value, k) => sum + Math.abs(values[origin + k]! - value), 0);
    without += missed(plain);
    withThem += missed(driven);
  }
  return count < MIN_ORIGINS || withThem < without;
}

/** The same fast method for both, so that the comparison is fair. */
const forecastOf = (values: Float64Array, period: Period, horizon: number): Float64Array =>
  fitEnsemble(values, period, { method: 'damped' }).forecast(horizon);
