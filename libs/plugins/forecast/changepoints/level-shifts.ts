import { findChanges } from './find-changes';
import { fitEnsemble } from '../ensemble';
import { findPeriod } from '../season/period';

/** Fewer values do not distinguish a new level from a season. */
const MIN_VALUES = 24;
/** Only a shift after this part of the series counts: the members of the forecast have already followed an earlier one. */
const LATE = 2 / 3;
/** How often a series without a shift may show one. */
const LEVEL = 1e-6;
/** The minimum number of values on the new level. */
const MIN_AFTER = 6;
/** How many values of the old and of the new level show how far apart they are. */
const NEAR = 36;
/** Shifts of less than this many standard deviations are left to the members. */
const CLEARLY = 2;
/** In a longer history the members have had time to follow the shift. */
const MAX_VALUES = 400;
const LONGEST_TEST = 12;
/** The maximum share of the error on the end of the series that may remain. */
const BETTER = 0.95;

/** A series moved to its last level, and the index where that level begins if there was another before. */
interface Levelled {
  values: Float64Array;
  at?: number;
}

/**
 * The series as if it had always been on its last level. Values before a late shift are moved by its size, or by a factor if all
 * are positive, so the shift bends neither trend nor season. Applies only if that would have improved the forecast of the end of
 * the series.
 */
export function onLastLevel(series: Float64Array, periods: readonly number[]): Levelled {
  const n = series.length;
  if (n < MIN_VALUES || n > MAX_VALUES) return { values: series };
  const { period, changes } = findChanges(series, periods, LEVEL);
  const lines = changes.filter(({ kind }) => kind === 'level' || kind === 'trend');
  const last = lines.at(-1);
  if (last?.kind !== 'level' || last.at < LATE * n || n - last.at < MIN_AFTER) return { values: series };
  const place = { at: last.at, start: lines.at(-2)?.at ?? 0, period };
  return helps(series, periods, place) ? { values: movedTo(series, place), at: last.at } : { values: series };
}

interface ShiftPlace {
  at: number;
  /** Where the previous level began. */
  start: number;
  period: number;
}

/** Copies the values, and moves those before the place by the size of its shift. */
function movedTo(values: Float64Array, place: ShiftPlace): Float64Array {
  const byFactors = values.every((value) => value > 0);
  const shift = shiftAt(byFactors ? values.map(Math.log) : values, place);
  if (!shift) return values;
  return values.map((value, t) => (t >= place.at ? value : byFactors ? value * Math.exp(shift) : value + shift));
}

/** Whether moving the values would have improved the forecast of the end of the series. */
function helps(values: Float64Array, periods: readonly number[], place: ShiftPlace): boolean {
  const size = Math.min(LONGEST_TEST, (values.length - place.at) >> 1);
  const known = values.subarray(0, -size);
  const missed = (history: Float64Array) =>
    fitEnsemble(history, findPeriod(history, periods), { method: 'damped' })
      .forecast(size)
      .reduce((sum, value, k) => sum + Math.abs(values[known.length + k]! - value), 0);
  const moved = movedTo(known, place);
  return moved !== known && missed(moved) < BETTER * missed(known);
}

/**
 * How far the values after a place are above those before it, compared at the same place in the season; undefined if the difference
 * is small.
 */
function shiftAt(values: Float64Array, { at, start, period }: ShiftPlace): number | undefined {
  const before = values.slice(Math.max(start, at - Math.max(NEAR, 2 * period)), at);
  const after = values.slice(at, at + Math.max(NEAR, 2 * period));
  const all = [...before, ...after];
  // Least squares with a mean for each place, a line and a step.
  const columns = [all.map((_, t) => t), all.map((_, t) => (t < before.length ? 0 : 1))].map((column) =>
    withoutPlaces(column, period),
  );
  const y = withoutPlaces(all, period);
  const [line, step] = columns as [number[], number[]];
  const [ll, ls, ss, ly, sy] = [dot(line, line), dot(line, step), dot(step, step), dot(line, y), dot(step, y)];
  const determinant = ll * ss - ls * ls;
  if (!(determinant > 1e-9 * ll * ss)) return undefined;
  const [slope, shift] = [(ly * ss - sy * ls) / determinant, (sy * ll - ly * ls) / determinant];
  const rest = y.map((value, t) => value - slope * line[t]! - shift * step[t]!);
  const noise = Math.sqrt(dot(rest, rest) / Math.max(1, all.length - period - 2));
  return Math.abs(shift) > CLEARLY * noise ? shift : undefined;
}

function withoutPlaces(values: readonly number[], period: number): number[] {
  const [sums, counts] = [new Float64Array(period), new Float64Array(period)];
  values.forEach((value, t) => {
    sums[t % period]! += value;
    counts[t % period]! += 1;
  });
  return values.map((value, t) => value - sums[t % period]! / counts[t % period]!);
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, t) => sum + value * b[t]!, 0);
