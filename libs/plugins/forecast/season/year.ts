import { fitEnsemble } from '../ensemble';
import { NO_PERIOD, findPeriod } from './period';

/** Days of a year, by the weekly season of a daily series: all days, or working days. */
const YEARS: Readonly<Record<number, number>> = { 7: 365.25, 5: 260.9 };
const WAVES = 3;
/** The minimum number of years: fewer cannot tell a season from a wandering level. */
const TURNS = 2;
/** The number of forecasts of the end of the history that the year must improve, and the length of each. */
const ORIGINS = 6;
const LENGTH = 1 / 6;
/** The number of years known before each of these forecasts. */
const KNOWN = 1.5;
/** The largest share of the error that may remain, and the share of forecasts that must have improved. */
const BETTER = 0.85;
const WON = 0.6;

/** The minimum correlation between the years of both halves. */
const ALIKE = 0.8;

/** The amounts that the season of a year adds to each value, and to the values after them. */
export interface Year {
  past: Float64Array;
  ahead: (horizon: number) => Float64Array;
}

/**
 * The yearly season of daily values, in addition to the weekly one: three waves, fitted by least squares. It is used only if it
 * would clearly have improved forecasts of the end of the history.
 */
export function findYear(values: Float64Array, periods: readonly number[]): Year | undefined {
  const days = YEARS[periods[0] ?? 0];
  if (!days || values.length < Math.floor(TURNS * days) || !isSteady(values, days, periods[0]!)) return undefined;
  const size = Math.round(days * LENGTH);
  let [without, withYear, won, tested] = [0, 0, 0, 0];
  for (let j = 1; j <= ORIGINS && values.length - j * size >= KNOWN * days; j++) {
    const known = values.subarray(0, values.length - j * size);
    const next = values.subarray(known.length, known.length + size);
    const year = wavesThrough(known, days, periods[0]!);
    const [plain, better] = [missed(known, next, periods), missed(known, next, periods, year)];
    without += plain;
    withYear += better;
    won += Number(better < plain);
    tested++;
  }
  return withYear < BETTER * without && won >= WON * tested ? wavesThrough(values, days, periods[0]!) : undefined;
}

/** Whether the first half shows the same year as the second, which a wandering level does not. */
function isSteady(values: Float64Array, days: number, week: number): boolean {
  const half = (values.length >> 1) - ((values.length >> 1) % week);
  const [first, second] = [values.subarray(0, half), values.subarray(half)].map((each) => wavesThrough(each, days, week));
  const later = second!.past.subarray(0, Math.round(days));
  const earlier = first!.ahead(later.length);
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  return dot(earlier, later) >= ALIKE * Math.sqrt(dot(earlier, earlier) * dot(later, later));
}

function missed(known: Float64Array, next: Float64Array, periods: readonly number[], year?: Year): number {
  const level = year ? known.map((value, t) => value - year.past[t]!) : known;
  const recent = level.subarray(-400);
  const period = periods.length > 0 ? findPeriod(recent, periods) : NO_PERIOD;
  const added = year?.ahead(next.length);
  return fitEnsemble(recent, period, { method: 'damped' })
    .forecast(next.length)
    .reduce((sum, value, k) => sum + Math.abs(next[k]! - value - (added?.[k] ?? 0)), 0);
}

function wavesThrough(values: Float64Array, days: number, week: number): Year {
  const wave = (t: number) =>
    Array.from({ length: WAVES }, (_, k) => (2 * Math.PI * (k + 1) * t) / days).flatMap((angle) => [
      Math.cos(angle),
      Math.sin(angle),
    ]);
  const sums = new Float64Array(week);
  const counts = new Float64Array(week);
  values.forEach((value, t) => {
    sums[t % week]! += value;
    counts[t % week]! += 1;
  });
  const level = values.map((value, t) => value - sums[t % week]! / counts[t % week]!);
  const columns = level.map((_, t) => t);
  const rows = Array.from(columns, (t) => [1, t / values.length, ...wave(t)]);
  const weights = leastSquares(rows, level).slice(2);
  const at = (t: number) => wave(t).reduce((sum, each, i) => sum + weights[i]! * each, 0);
  return {
    past: values.map((_, t) => at(t)),
    ahead: (horizon) => Float64Array.from({ length: horizon }, (_, k) => at(values.length + k)),
  };
}

/** By the normal equations and Gaussian elimination: the columns are few and nearly orthogonal. */
function leastSquares(rows: readonly number[][], y: Float64Array): number[] {
  const n = rows[0]!.length;
  const matrix = Array.from({ length: n }, () => new Array<number>(n + 1).fill(0));
  rows.forEach((row, t) => {
    for (let i = 0; i < n; i++) {
      for (let j = i; j < n; j++) matrix[i]![j]! += row[i]! * row[j]!;
      matrix[i]![n]! += row[i]! * y[t]!;
    }
  });
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) matrix[i]![j] = matrix[j]![i]!;
  for (let i = 0; i < n; i++) {
    for (let r = i + 1; r < n; r++) {
      const part = matrix[r]![i]! / matrix[i]![i]!;
      for (let j = i; j <= n; j++) matrix[r]![j]! -= part * matrix[i]![j]!;
    }
  }
  const found = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = matrix[i]![n]!;
    for (let j = i + 1; j < n; j++) sum -= matrix[i]![j]! * found[j]!;
    found[i] = sum / matrix[i]![i]!;
  }
  return found;
}
