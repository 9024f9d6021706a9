import { usualBounds, type IntervalBounds } from '../forecast';
import { clamp } from '../member';
import { bestFilter, followLevel, type Shift } from './level-filter';
import { growsByFactor } from './growth-by-factor';
import { measureRarity } from './rarity';
import { expectedSizes } from './restless';
import { chanceFor, median, quantile, reachAt, measureSurprise, fitTails, type Tails } from '../tails';
import { usualSeason, type UsualSeason } from '../season/usual-season';

interface AnomalyQuestion {
  /** The values at regular steps of time; gaps are NaN. */
  values: Float64Array;
  /** How long a season may be, likeliest first. */
  periods: readonly number[];
  /** How often a usual value may lie beyond its bounds. */
  rate: number;
  /** Whether to judge only the last value, by what is usual without it. */
  lastOnly?: boolean;
}

/** The verdict on each value; NaN at gaps. */
export interface Judged {
  season: UsualSeason;
  expected: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  /**
   * How rare each value is, as −log10 of a probability. It is judged by its distance from what is expected and by the values before
   * it; the less rare result counts. With `lastOnly`, only the last value has one.
   */
  scores: Float64Array;
  shifts: Shift[];
}

/** A smaller difference, as a part of the largest value, is a rounding error. */
const ROUNDING = 1e-9;
/** The smallest noteworthy part of the usual step between values: a series without noise offers no other measure. */
const WORTH = 0.01;
/** Fewer values do not tell how large errors are. Then a few of their smaller steps count as nothing. */
const FEW = 8;
const FEW_STEPS = 3;

/** Judges each value by those before it and by what is usual in the whole series. */
export function judge(question: AnomalyQuestion): Judged {
  const { values } = question;
  if (!growsByFactor(values)) return judgeValues(question, usualBounds(values));
  const judged = judgeValues({ ...question, values: values.map(Math.log) }, {});
  const [expected, lower, upper] = [judged.expected, judged.lower, judged.upper].map((each) => each.map(Math.exp)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return { ...judged, expected, lower, upper };
}

function judgeValues({ values, periods, rate, lastOnly = false }: AnomalyQuestion, bounds: IntervalBounds): Judged {
  const season = usualSeason(values, periods);
  const { period, profile } = season;
  const level = values.map((value, t) => value - profile[t % period]!);
  const smallest = smallestOf(values);
  const { errors, shifts } = followLevel(level, bestFilter(level, smallest));
  const scales = scalesOf(errors, season, smallest);
  const placed = errors.map((error, t) => error / scales[t % period]!);
  const sizes = expectedSizes(placed).map((size, t) => size * scales[t % period]!);
  const scaled = errors.map((error, t) => error / sizes[t]!);
  const usual = usualOf(lastOnly ? scaled.subarray(0, -1) : scaled, shifts);
  const [tails, heavy] = [false, true].map((each) =>
    fitTails(usual, { smallest: smallest / Math.max(...scales), heavy: each }),
  ) as [Tails, Tails];
  const { above, below } = reachAt(heavy, chanceFor(rate, { count: usual.length, known: !lastOnly }));
  const reach = (usual: number, t: number) => Math.max(usual * sizes[t]!, smallest);
  const { lower = -Infinity, upper = Infinity } = bounds;
  const within = (make: (t: number) => number) => values.map((_, t) => clamp(make(t), lower, upper));
  const centre = (t: number) => values[t]! - errors[t]! + tails.middle * sizes[t]!;
  const first = lastOnly ? values.length - 1 : 0;
  const rarity = measureRarity(errors.map((error, t) => Math.abs(error - tails.middle * sizes[t]!)));
  return {
    season,
    expected: within(centre),
    lower: within((t) => centre(t) - reach(below, t)),
    upper: within((t) => centre(t) + reach(above, t)),
    scores: rarity.map((each, t) => (t < first ? 0 : Math.max(0, Math.min(each, measureSurprise(tails, scaled[t]!))))),
    shifts,
  };
}

/** The size below which an error counts as none: no bounds are narrower. */
function smallestOf(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  const largest = known.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const steps = known.subarray(1).map((value, t) => Math.abs(value - known[t]!));
  const step = known.length < FEW ? FEW_STEPS * quantile(steps.sort(), 0.25) : WORTH * median(steps);
  return Math.max(ROUNDING * largest, step) || Number.MIN_VALUE;
}

/** If shifts cover more than this part of a series, they are usual in it. */
const RARE = 0.05;

/** The errors that show what is usual: without gaps, and without the errors at the start of a rare new level. */
function usualOf(errors: Float64Array, shifts: readonly Shift[]): Float64Array {
  const left = Float64Array.from(errors);
  const length = shifts.reduce((sum, shift) => sum + shift.length, 0);
  if (length <= RARE * errors.length) for (const shift of shifts) left.fill(NaN, shift.at, shift.at + shift.length);
  return left.filter((error) => !Number.isNaN(error));
}

/** The scale of each place starts with this many values of the whole series. */
const PRIOR = 20;
/** How many values the scale of a place rests on, including those of its neighbours. */
const ENOUGH = 40;

/** The usual size of an error at each place in the period. */
function scalesOf(errors: Float64Array, { period }: UsualSeason, smallest: number): Float64Array {
  const usual = (sizes: number[]) => median(Float64Array.from(sizes)) / 0.6745;
  const places = Array.from({ length: period }, (): number[] => []);
  errors.forEach((error, t) => Number.isNaN(error) || places[t % period]!.push(Math.abs(error)));
  const whole = Math.max(smallest, usual(places.flat()));
  if (period === 1) return Float64Array.of(whole);
  const reach = Math.min(period >> 2, Math.max(0, Math.ceil(((ENOUGH * period) / errors.length - 1) / 2)));
  return Float64Array.from({ length: period }, (_, place) => {
    const around: number[] = [];
    for (let j = -reach; j <= reach; j++) around.push(...places[(place + j + period) % period]!);
    const own = around.length > 0 ? usual(around) : whole;
    return Math.sqrt((around.length * own ** 2 + PRIOR * whole ** 2) / (around.length + PRIOR));
  });
}
