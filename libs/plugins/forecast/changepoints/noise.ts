import { clamp } from '../member';
import { median } from '../tails';

/** How much of one value's noise is in the next one, and the size of what is new. */
export interface Noise {
  kept: number;
  sigma: number;
}

/** Further from the middle of its neighbours than this many usual distances, a value is an outlier. */
const FAR = 4;
const REACH = 2;
/** Differences are cut at this many usual ones. */
const CUT = 3;
/** Noise that keeps more than this is taken for a random walk. */
const WALK = 0.8;
const MAX_LAG = 6;
/** Noise of less than this part of the range is arithmetic. */
const EXACT = 1e-6;
/** What arithmetic leaves of a value of 1. */
const ROUNDING = 1e-12;
/** Of a shorter series one change of level would be in too many differences. */
const VALUES_PER_LAG = 20;

/** The series without single values that their neighbours contradict: each is held against the line that most of those around it follow. */
export function withoutOutliers(series: Float64Array): Float64Array {
  const n = series.length;
  const usualAt = series.map((_, t) => {
    const from = clamp(t - REACH, 0, Math.max(0, n - 2 * REACH - 1));
    return lineAt(series.subarray(from, from + 2 * REACH + 1), t - from);
  });
  const distance = series.map((value, t) => Math.abs(value - usualAt[t]!));
  // Where most values are exactly what their neighbours say, all others are outliers.
  const usual = median(distance) > 0 ? median(distance.filter((each) => each > 0)) : 0;
  // Neighbours on one side alone say less.
  const far = (t: number) => (t >= REACH && t < n - REACH ? FAR : 2 * FAR);
  return series.map((value, t) => (distance[t]! > far(t) * (usual / 0.6745) ? usualAt[t]! : value));
}

/** Where the values around a place say that it is: along their usual step. */
function lineAt(around: Float64Array, place: number): number {
  const step = median(around.subarray(1).map((value, u) => value - around[u]!));
  return median(around.map((value, u) => value - step * (u - place)));
}

/**
 * Read from how differences over some steps compare with those over one: of white noise they are as large, of a random walk they grow with the
 * steps. A change of level is in few of them, and a slope, taken off, in none.
 */
export function noiseOf(series: Float64Array, smallest: number): Noise {
  const lag = clamp(Math.round(series.length / VALUES_PER_LAG), 2, MAX_LAG);
  const [single, longer] = [1, lag].map((steps) => varianceOfSteps(series, steps));
  if (!(single! > smallest ** 2)) return { kept: 0, sigma: smallest };
  const ratio = longer! / single!;
  let [low, high] = [0, 1];
  for (let round = 0; round < 20; round++) {
    const kept = (low + high) / 2;
    if ((1 - kept ** lag) / (1 - kept) < ratio) low = kept;
    else high = kept;
  }
  const kept = low > WALK ? 1 : low;
  return { kept, sigma: Math.sqrt((single! * (1 + kept)) / 2) };
}

/** Noise that is all but none, for values of this range and size. */
export function smallestOf(series: Float64Array): number {
  const [low, high] = [series.reduce((min, value) => Math.min(min, value)), series.reduce((max, value) => Math.max(max, value))];
  return EXACT * (high - low) + ROUNDING * Math.max(Math.abs(low), Math.abs(high));
}

function varianceOfSteps(series: Float64Array, lag: number): number {
  const raw = series.subarray(lag).map((value, t) => value - series[t]!);
  const drift = median(raw);
  const cut = (CUT * median(raw.map((each) => Math.abs(each - drift)))) / 0.6745;
  return raw.reduce((sum, each) => sum + clamp(each - drift, -cut, cut) ** 2, 0) / raw.length;
}
