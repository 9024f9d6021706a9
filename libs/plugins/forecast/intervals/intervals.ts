import { seasonalScale } from '../ensemble';
import type { Fitted } from '../fitted';
import { INTERVAL_TABLE, type IntervalRow } from './interval-table';
import { normalQuantile } from './normal';

/** What the tables go by. */
export type IntervalClass = keyof typeof INTERVAL_TABLE.classes;

/** Periods longer than a year of months: their seasons stand on few turns. */
const LONG_PERIOD = 12;

export const intervalClass = ({ period }: Pick<Fitted, 'period'>): IntervalClass =>
  period === 1 ? 'plain' : period > LONG_PERIOD ? 'long' : 'seasonal';

/**
 * Half the width of the interval that holds each of the next values with the probability `level`: the model's error times
 * what such errors were, by length of the history and by horizon, on other series.
 */
export function halfWidths(fitted: Fitted, level: number, horizon: number): Float64Array {
  const { rows, shape } = INTERVAL_TABLE.classes[intervalClass(fitted)];
  const share = shapeAt(shape, level);
  return calibratedErrors(fitted, horizon, rows).map((error) => share * error);
}

/** The model's errors times the factors of the table; they never shrink from step to step but with the season. */
export function calibratedErrors(fitted: Fitted, horizon: number, rows: readonly IntervalRow[]): Float64Array {
  let widest = 0;
  return fitted.errors(horizon).map((error, k) => {
    const scale = seasonalScale(fitted, k) || 1;
    widest = Math.max(widest, (factorAt(rows, fitted.values, k + 1) * error) / scale);
    return widest * scale;
  });
}

/** The factor for 95 %, between the lengths and horizons of the table. */
function factorAt(rows: readonly IntervalRow[], values: number, step: number): number {
  const atHorizon = ({ factors }: IntervalRow) => between(INTERVAL_TABLE.horizons, factors, step, Math.log);
  return between(
    rows.map(({ values }) => values),
    rows.map(atHorizon),
    values,
    Math.log,
  );
}

/** The quantile of a level in calibrated errors, about 1 at 95 %; past the table it goes on as the normal distribution does. */
function shapeAt(shape: readonly number[], level: number): number {
  const z = (p: number) => normalQuantile((1 + p) / 2);
  const { levels } = INTERVAL_TABLE;
  const last = levels[levels.length - 1]!;
  if (level > last) return (shape[shape.length - 1]! * z(level)) / z(last);
  if (level < levels[0]!) return (shape[0]! * z(level)) / z(levels[0]!);
  return between(levels, shape, level, z);
}

/** Linear between the points (`axis`, `values`) on the scale of the axis; beyond its ends the value at the end. */
function between(axis: readonly number[], values: readonly number[], at: number, scale: (x: number) => number): number {
  const next = axis.findIndex((x) => x >= at);
  if (next === 0) return values[0]!;
  if (next < 0) return values[values.length - 1]!;
  const low = scale(axis[next - 1]!);
  const part = (scale(at) - low) / (scale(axis[next]!) - low);
  return values[next - 1]! + part * (values[next]! - values[next - 1]!);
}
