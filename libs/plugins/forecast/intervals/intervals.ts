import { seasonalScale } from '../ensemble';
import type { Fitted } from '../fitted';
import { INTERVAL_TABLE, type IntervalClassTable, type IntervalRow } from './interval-table';
import { clamp } from '../member';
import { normalQuantile } from './normal';

/** The classes of series that have their own tables. */
export type IntervalClass = keyof typeof INTERVAL_TABLE.classes;

export type IntervalTables = Readonly<Record<IntervalClass, IntervalClassTable>>;

/** The tables of the service; an evaluation brings its own. */
export const TABLES: IntervalTables = INTERVAL_TABLE.classes;

/** Longer periods than a year of months: the history has few turns of them. */
const LONG_PERIOD = 12;

export const intervalClass = ({ period }: Pick<Fitted, 'period'>): IntervalClass =>
  period === 1 ? 'plain' : period > LONG_PERIOD ? 'long' : 'seasonal';

/** Half the widths of intervals that contain each of the next values with a given probability. */
interface Widths {
  /**
   * Half the widths at about 95 %: the model's error times the factor that fitted other series, by length of the history and by
   * horizon.
   */
  usual: Float64Array;
  /** Half the width for a level, as a part of the usual one. */
  share: (level: number) => number;
}

export function widthsFrom(fitted: Fitted, horizon: number, tables: IntervalTables): Widths {
  const { rows, shape } = tables[intervalClass(fitted)];
  return { usual: calibratedErrors(fitted, horizon, rows), share: (level) => shapeAt(shape, level) };
}

/** The share of a random walk in the growth of errors from step to step. */
const AS_A_WALK = 0.15;
/** The error of an average series, as a part of its level. */
const AVERAGE = 0.03;
const CALMEST = 0.01;
const WILDEST = 0.3;
/**
 * For series with a season of up to a year. The errors of calm series are larger than their histories say, those of wild ones
 * smaller: by about this power.
 */
const TOWARDS_AVERAGE = 0.1;

/**
 * The errors that the model expects, moved towards the average of other series: a history looks calmer, or steeper, than its
 * series is.
 */
export function expectedErrors(fitted: Fitted, horizon: number): Float64Array {
  const errors = fitted.errors(horizon);
  const scale = (k: number) => seasonalScale(fitted, k) || 1;
  const first = errors[0]! / scale(0);
  const level = fitted.forecast(horizon).reduce((sum, value) => sum + Math.abs(value) / horizon, 0);
  if (!(first > 0)) return errors;
  const part = level > 0 && intervalClass(fitted) === 'seasonal' ? clamp(first / level, CALMEST, WILDEST) / AVERAGE : 1;
  return errors.map((error, k) => {
    const walk = first * Math.sqrt(k + 1);
    return part ** -TOWARDS_AVERAGE * scale(k) * (error / scale(k)) ** (1 - AS_A_WALK) * walk ** AS_A_WALK;
  });
}

/** Multiplies the errors by the factors of the table. The errors grow with each step, apart from the season. */
export function calibratedErrors(fitted: Fitted, horizon: number, rows: readonly IntervalRow[]): Float64Array {
  const factors = factorsFor(rows, fitted.values);
  let widest = 0;
  return expectedErrors(fitted, horizon).map((error, k) => {
    const scale = seasonalScale(fitted, k) || 1;
    widest = Math.max(widest, (between(INTERVAL_TABLE.horizons, factors, { at: k + 1, scale: Math.log }) * error) / scale);
    return widest * scale;
  });
}

/** The factors for 95 % at each horizon, interpolated between the lengths of the table. */
function factorsFor(rows: readonly IntervalRow[], values: number): number[] {
  const lengths = rows.map((row) => row.values);
  return INTERVAL_TABLE.horizons.map((_, i) =>
    between(
      lengths,
      rows.map(({ factors }) => factors[i]!),
      { at: values, scale: Math.log },
    ),
  );
}

/** The quantile of a level in calibrated errors, about 1 at 95 %. Beyond the table it follows the normal distribution. */
function shapeAt(shape: readonly number[], level: number): number {
  const z = (p: number) => normalQuantile((1 + p) / 2);
  const { levels } = INTERVAL_TABLE;
  const last = levels[levels.length - 1]!;
  if (level > last) return (shape[shape.length - 1]! * z(level)) / z(last);
  if (level < levels[0]!) return (shape[0]! * z(level)) / z(levels[0]!);
  return between(levels, shape, { at: level, scale: z });
}

/** Interpolates linearly between the points (`axis`, `values`) on the scale of the axis; beyond the ends the value at the end. */
function between(
  axis: readonly number[],
  values: readonly number[],
  { at, scale }: { at: number; scale: (x: number) => number },
): number {
  const next = axis.findIndex((x) => x >= at);
  if (next === 0) return values[0]!;
  if (next < 0) return values[values.length - 1]!;
  const low = scale(axis[next - 1]!);
  const part = (scale(at) - low) / (scale(axis[next]!) - low);
  return values[next - 1]! + part * (values[next]! - values[next - 1]!);
}
