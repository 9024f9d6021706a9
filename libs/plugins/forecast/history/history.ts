import { PerceptError } from '@percept/sdk';
import type { TimeGrid } from '../calendar/regular-times';
import type { CheckedPoint } from './points';
import { testSeason } from '../season/season-test';

/** A regular series without gaps. */
interface History {
  values: Float64Array;
  /** The number of values that were filled in. */
  filled: number;
}

/** A longer history says little more about the next values, and would take seconds. */
export const LONGEST_HISTORY = 3000;
const MAX_GAPS = 0.3;

/**
 * The last 3,000 values on the grid, with gaps filled in.
 * @throws PerceptError INVALID_REQUEST naming the point after the widest gap, where more than 30 % are missing.
 */
export function toHistory(points: readonly CheckedPoint[], grid: TimeGrid): History {
  return fill(onGrid(points, grid, LONGEST_HISTORY), grid.periods);
}

/** The last values on the grid, `longest` at most; gaps are NaN. @throws PerceptError as `toHistory` does. */
export function onGrid(points: readonly CheckedPoint[], grid: TimeGrid, longest = Infinity): Float64Array {
  refuseHoles(points, grid);
  const last = grid.positions[points.length - 1]!;
  const from = Math.max(0, last + 1 - longest);
  const values = new Float64Array(last + 1 - from).fill(NaN);
  points.forEach(({ value }, i) => {
    if (grid.positions[i]! >= from) values[grid.positions[i]! - from] = value;
  });
  return values;
}

function refuseHoles(points: readonly CheckedPoint[], { positions }: TimeGrid): void {
  const periods = positions[points.length - 1]! + 1;
  const missing = periods - points.length;
  if (missing <= MAX_GAPS * periods) return;
  let widest = 1;
  for (let i = 1; i < points.length; i++) {
    if (positions[i]! - positions[i - 1]! > positions[widest]! - positions[widest - 1]!) widest = i;
  }
  const share = Math.round((100 * missing) / periods);
  const reason =
    `stands after the widest gap of a series in which ${missing} of ${periods} periods (${share} %) are missing, ` +
    `by its usual step; at most 30 % may be. Fill the gaps, or send the part without them.`;
  throw PerceptError.invalid(`data[${points[widest]!.index}].timestamp`, reason);
}

/** Fills gaps along the line between the neighbours and, where the series has a season, adds its ups and downs. */
export function fill(values: Float64Array, periods: readonly number[]): History {
  const filled = values.reduce((count, value) => count + Number(Number.isNaN(value)), 0);
  if (filled === 0) return { values, filled };
  const straight = interpolated(values);
  const period = periods.find((each) => testSeason(straight, each).isProven);
  if (!period) return { values: straight, filled };
  const usual = seasonalLevels(values, straight, period);
  const level = interpolated(values.map((value, t) => value - usual[t % period]!));
  return { values: values.map((value, t) => (Number.isNaN(value) ? level[t]! + usual[t % period]! : value)), filled };
}

/** The mean distance of each place in the period from the overall mean. */
function seasonalLevels(values: Float64Array, straight: Float64Array, period: number): Float64Array {
  const mean = straight.reduce((sum, value) => sum + value, 0) / straight.length;
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  values.forEach((value, t) => {
    if (Number.isNaN(value)) return;
    sums[t % period]! += value - mean;
    counts[t % period]! += 1;
  });
  return sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : 0));
}

/** Fills gaps along the line between the neighbours; at the ends with the nearest value. */
function interpolated(values: Float64Array): Float64Array {
  const out = Float64Array.from(values);
  let before = -1;
  for (let t = 0; t < out.length; t++) {
    if (Number.isNaN(out[t]!)) continue;
    const from = before < 0 ? out[t]! : out[before]!;
    for (let u = before + 1; u < t; u++) out[u] = from + ((out[t]! - from) * (u - before)) / (t - before);
    before = t;
  }
  return out.fill(out[before]!, before + 1);
}
