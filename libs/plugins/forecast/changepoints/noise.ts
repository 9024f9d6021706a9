import { clamp } from '../members/member';
import { median } from '../anomalies/tails';

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
/** Of a shorter series one change of level would be in too many differences. */
const VALUES_PER_LAG = 20;

/** The series without single values that its neighbours contradict. */
export function withoutOutliers(series: Float64Array): Float64Array {
  const middle = series.map((_, t) => median(series.slice(Math.max(0, t - REACH), t + REACH + 1)));
  const distance = series.map((value, t) => Math.abs(value - middle[t]!));
  // Where most values are exactly what their neighbours say, all others are outliers.
  const usual = median(distance) > 0 ? median(distance.filter((each) => each > 0)) : 0;
  const isWhole = (t: number) => t >= REACH && t < series.length - REACH;
  return series.map((value, t) => (isWhole(t) && distance[t]! > FAR * (usual / 0.6745) ? middle[t]! : value));
}

/**
 * Read from how differences over some steps compare with those over one: of white noise they are as large, of a random walk they grow with the
 * steps. A change of level is in few of them, and a slope, taken off, in none.
 */
export function noiseOf(series: Float64Array): Noise {
  const lag = clamp(Math.round(series.length / VALUES_PER_LAG), 2, MAX_LAG);
  const [single, longer] = [1, lag].map((steps) => varianceOfSteps(series, steps));
  const range =
    series.reduce((max, value) => Math.max(max, value), -Infinity) -
    series.reduce((min, value) => Math.min(min, value), Infinity);
  const smallest = EXACT * range;
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

function varianceOfSteps(series: Float64Array, lag: number): number {
  const raw = series.subarray(lag).map((value, t) => value - series[t]!);
  const drift = median(raw);
  const cut = (CUT * median(raw.map((each) => Math.abs(each - drift)))) / 0.6745;
  return raw.reduce((sum, each) => sum + clamp(each - drift, -cut, cut) ** 2, 0) / raw.length;
}
