import { findPeriod } from './period';
import { clamp } from '../member';
import { median, quantile } from '../tails';

/** The usual value at each place in a period, unaffected by single turns. */
export interface UsualSeason {
  /** 1 without a season. */
  period: number;
  /** The amount that each place adds to the level. */
  profile: Float64Array;
}

/** Before the search for a season, values are clipped at this many interquartile ranges beyond the quartiles. */
const FENCE = 3;
/** The test of a season reads at most this many of the last values. */
const LONGEST_TEST = 3000;
const NONE: UsualSeason = { period: 1, profile: new Float64Array(1) };

/** The season of a series with NaN gaps and some wrong values: the median of each place over the turns. */
export function usualSeason(values: Float64Array, periods: readonly number[]): UsualSeason {
  const sound = fenced(withoutGaps(values));
  const recent = sound.subarray(-LONGEST_TEST);
  const found = findPeriod(recent, periods);
  const period = found.isProven ? found.length : 1;
  if (period === 1) return NONE;
  const level = centredMean(sound, period);
  const places = Array.from({ length: period }, (): number[] => []);
  values.forEach((value, t) => Number.isNaN(value) || places[t % period]!.push(value - level[t]!));
  const profile = Float64Array.from(places, (place) => (place.length > 0 ? median(Float64Array.from(place)) : 0));
  const mean = profile.reduce((sum, each) => sum + each, 0) / period;
  return { period, profile: profile.map((each) => each - mean) };
}

/** Gaps get the last value before them. */
function withoutGaps(values: Float64Array): Float64Array {
  let last = values.find((value) => !Number.isNaN(value)) ?? 0;
  return values.map((value) => (last = Number.isNaN(value) ? last : value));
}

/** Clips values far beyond the others at the range of the others. */
export function fenced(values: Float64Array): Float64Array {
  const sorted = Float64Array.from(values).sort();
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const reach = FENCE * (high - low);
  return reach > 0 ? values.map((value) => clamp(value, low - reach, high + reach)) : values;
}

/** The mean over one period around each value; at the ends, the mean of the first or last whole period. */
function centredMean(values: Float64Array, period: number): Float64Array {
  const n = values.length;
  const sums = new Float64Array(n + 1);
  values.forEach((value, t) => (sums[t + 1] = sums[t]! + value));
  return values.map((_, t) => {
    const from = clamp(t - (period >> 1), 0, Math.max(0, n - period));
    return (sums[Math.min(n, from + period)]! - sums[from]!) / Math.min(n, period);
  });
}
