import { clamp } from '../member';
import { median } from '../tails';

/** Autocorrelated noise: the part that each value keeps of the noise before it, and the standard deviation of the new part. */
export interface Noise {
  kept: number;
  sigma: number;
}

/** A value further from its neighbours' middle than this many usual distances is an outlier. */
const FAR = 4;
const REACH = 2;
/**
 * If more values than these differ from an exact line through their neighbours, they are noise: counts and rounded values are often
 * equal.
 */
const FEW = 4;
const TIES = 0.05;
/** A little more than a third. */
const RESTLESS = 0.375;
/** Differences are clipped at this many times the usual difference. */
const CUT = 3;
/** Noise that keeps more than this is taken for a random walk. */
const WALK = 0.8;
const MAX_LAG = 6;
/** Noise below this part of the range comes from rounding. */
const EXACT = 1e-6;
/** The rounding error of a value of 1. */
const ROUNDING = 1e-12;
/** In a shorter series, one change of level would affect too many differences. */
const VALUES_PER_LAG = 20;

/**
 * Replaces single values that contradict their neighbours. Each value is compared with the line that most values around it follow.
 */
export function withoutOutliers(series: Float64Array): Float64Array {
  const n = series.length;
  const { usualAt, distance } = amongNeighbours(series);
  const usual = usualOf(distance, findSmallestNoise(series));
  // Neighbours on one side only say less.
  const far = (t: number) => (t >= REACH && t < n - REACH ? FAR : 2 * FAR);
  return series.map((value, t) => (distance[t]! > far(t) * (usual / 0.6745) ? usualAt[t]! : value));
}

/** What the values around each place predict for it, and how far it is from that. */
function amongNeighbours(series: Float64Array): { usualAt: Float64Array; distance: Float64Array } {
  const usualAt = series.map((_, t) => {
    const from = clamp(t - REACH, 0, Math.max(0, series.length - 2 * REACH - 1));
    return lineAt(series.subarray(from, from + 2 * REACH + 1), t - from);
  });
  return { usualAt, distance: series.map((value, t) => Math.abs(value - usualAt[t]!)) };
}

/** The usual distance of those that are not 0; 0 if they are so few that they are outliers. */
function usualOf(distances: Float64Array, smallest: number): number {
  const others = distances.filter((each) => each > smallest);
  return others.length > Math.min(distances.length / 2, Math.max(FEW, TIES * distances.length)) ? median(others) : 0;
}

/** The value that the values around a place predict for it, along their usual step. */
function lineAt(around: Float64Array, place: number): number {
  const step = median(around.subarray(1).map((value, u) => value - around[u]!));
  return median(around.map((value, u) => value - step * (u - place)));
}

/**
 * Compares the differences over several steps with those over one step: they are as large for white noise, and grow with the steps
 * for a random walk. A change of level affects few differences. A slope affects none, as the drift is taken off.
 */
export function measureNoise(series: Float64Array, smallest: number): Noise {
  const lag = clamp(Math.round(series.length / VALUES_PER_LAG), 2, MAX_LAG);
  const [single, longer] = [1, lag].map((steps) => varianceOfSteps(series, steps, smallest));
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

/** The smallest noise that counts for values of this range and size. */
export function findSmallestNoise(series: Float64Array): number {
  const [low, high] = [series.reduce((min, value) => Math.min(min, value)), series.reduce((max, value) => Math.max(max, value))];
  return EXACT * (high - low) + ROUNDING * Math.max(Math.abs(low), Math.abs(high));
}

function varianceOfSteps(series: Float64Array, lag: number, smallest: number): number {
  const raw = series.subarray(lag).map((value, t) => value - series[t]!);
  const drift = median(raw);
  const sizes = raw.map((each) => Math.abs(each - drift));
  const isTied =
    median(sizes) <= smallest && (isRestless(series, smallest) || usualOf(amongNeighbours(series).distance, smallest) > 0);
  const cut = (CUT * (isTied ? usualOf(sizes, smallest) : median(sizes))) / 0.6745;
  return raw.reduce((sum, each) => sum + clamp(each - drift, -cut, cut) ** 2, 0) / raw.length;
}

/**
 * Whether steps differ from the step before too often for an exact line with changes, as in 1, 2, 3, 1, 2, 3. Changes between the
 * shortest segments explain a third of such places.
 */
function isRestless(series: Float64Array, smallest: number): boolean {
  const turns = series.subarray(2).filter((value, t) => Math.abs(value - 2 * series[t + 1]! + series[t]!) > smallest);
  return turns.length > RESTLESS * (series.length - 2);
}
