import { PerceptError } from '@percept/sdk';
import type { TimeGrid } from '../calendar/regular-times';
import { DAY } from '../calendar/timestamp';
import { fill } from '../history/history';
import type { CheckedPoint } from '../history/points';
import type { Holidays, Regressor } from './drivers-input';
import { holidayCalendar } from './holiday-calendar';
import type { DriverColumn } from './regression';
import type { DrivenQuestion } from './driven-forecast';

const MAX_REGRESSORS = 50;
/** A regressor that correlates with the values, or with later ones, at least this closely was made from them. */
const EXACTLY = 1 - 1e-9;
const MIN_TESTED = 8;
/** How many steps into the future are searched for a leak. */
const AHEAD = 3;
const LARGEST = 1e150;

interface SeriesPlace {
  points: readonly CheckedPoint[];
  grid: TimeGrid;
  /** Number of values that the forecast uses. */
  length: number;
  periods: number;
}

/** The holidays of the past and future days. @throws PerceptError INVALID_REQUEST naming the field. */
export function readHolidays(
  holidays: Holidays,
  { points, grid, length, periods }: SeriesPlace,
): NonNullable<DrivenQuestion['holidays']> {
  if (grid.after(2).wall - grid.after(1).wall > 4 * DAY) {
    throw PerceptError.invalid('holidays', 'needs a series of days or of shorter periods: leave it out for weeks and months.');
  }
  if (holidays.country === undefined && holidays.region === undefined && !holidays.dates?.length)
    throw PerceptError.invalid('holidays', "needs 'country' or 'dates'.");
  const yearOf = (wall: number) => new Date(wall).getUTCFullYear();
  const calendar = holidayCalendar(holidays, [yearOf(points[0]!.time.wall), yearOf(grid.after(periods).wall)]);
  const named = (wall: number) => calendar.get(Math.floor(wall / DAY));
  const from = grid.positions[points.length - 1]! + 1 - length;
  const past = new Array<string | undefined>(length).fill(undefined);
  points.forEach(({ time }, i) => {
    if (grid.positions[i]! >= from) past[grid.positions[i]! - from] = named(time.wall);
  });
  const days = past.filter((name) => name !== undefined).length;
  if (days > length / 2)
    throw PerceptError.invalid('holidays', `name ${days} of ${length} periods: at most half of them may be holidays.`);
  const future = Array.from({ length: periods }, (_, k) => named(grid.after(k + 1).wall));
  return { past, future, closed: holidays.closed === true };
}

/**
 * The regressors on the grid.
 * @throws PerceptError INVALID_REQUEST naming the field, also for a regressor that was made from the values.
 */
export function readRegressors(regressors: readonly Regressor[], values: Float64Array, place: SeriesPlace): DriverColumn[] {
  if (regressors.length > MAX_REGRESSORS) throw PerceptError.invalid('regressors', `must be at most ${MAX_REGRESSORS}.`);
  const names = new Set<string>();
  return regressors.map(({ name, values: given, future_values: future }, r) => {
    const at = `regressors[${r}]`;
    if (names.has(name)) throw PerceptError.invalid(`${at}.name`, `repeats '${name}': give each regressor its own name.`);
    names.add(name);
    refuseOther(given, `${at}.values`, { length: place.points.length, of: 'one for each point of data' });
    refuseOther(future, `${at}.future_values`, { length: place.periods, of: 'one for each of the periods' });
    const history = onGrid(given, place);
    refuseLeak(history, values, at);
    return { name, history, future: Float64Array.from(future) };
  });
}

function refuseOther(values: readonly unknown[], field: string, { length, of }: { length: number; of: string }): void {
  if (values.length !== length) throw PerceptError.invalid(field, `must have ${length} numbers, ${of}, not ${values.length}.`);
  const wrong = values.findIndex((value) => typeof value !== 'number' || !(Math.abs(value) <= LARGEST));
  if (wrong >= 0) throw PerceptError.invalid(`${field}[${wrong}]`, 'must be a finite number.');
}

function onGrid(given: readonly number[], { points, grid, length }: SeriesPlace): Float64Array {
  const from = grid.positions[points.length - 1]! + 1 - length;
  const out = new Float64Array(length).fill(NaN);
  points.forEach(({ index }, i) => {
    if (grid.positions[i]! >= from) out[grid.positions[i]! - from] = given[index]!;
  });
  return fill(out, []).values;
}

function refuseLeak(history: Float64Array, values: Float64Array, at: string): void {
  for (let ahead = 0; ahead <= AHEAD; ahead++) {
    const [x, y] = [steps(history.subarray(0, history.length - ahead)), steps(values.subarray(ahead))];
    if (x.length < MIN_TESTED || correlation(x, y) < EXACTLY) continue;
    const what = ahead === 0 ? 'the values of data themselves' : 'later values of data, which nobody knows at that time';
    throw PerceptError.invalid(`${at}.values`, `follow ${what}: a regressor must be known in advance.`);
  }
}

const steps = (values: Float64Array) => values.subarray(1).map((value, t) => value - values[t]!);

/** The correlation; 0 where one of the series does not vary. */
function correlation(a: Float64Array, b: Float64Array): number {
  const [meanA, meanB] = [a, b].map((each) => each.reduce((sum, value) => sum + value, 0) / each.length) as [number, number];
  let [product, squareA, squareB] = [0, 0, 0];
  a.forEach((value, t) => {
    product += (value - meanA) * (b[t]! - meanB);
    squareA += (value - meanA) ** 2;
    squareB += (b[t]! - meanB) ** 2;
  });
  const varies = squareA > 1e-12 * meanA ** 2 * a.length && squareB > 1e-12 * meanB ** 2 * b.length;
  return varies ? Math.abs(product) / Math.sqrt(squareA * squareB) : 0;
}
