import { median } from '../tails';

/** A cycle needs at least this many turns. */
const TURNS = 3;
/** With this many pairs of values, some may differ: those with an odd value, or around a new level. */
const MANY_PAIRS = 40;
const MAX_MISSES = 0.2;
/**
 * Some shorter distance must miss this many pairs and, in addition, this many times the misses of the cycle. Rare events and small
 * counts are often equal, too, but over every distance.
 */
const CLEARLY = { pairs: 10, times: 3 };
/** Differences below this part of the range, or of the largest value, come from rounding. */
const ROUNDING = { range: 1e-9, size: 1e-12 };
/** How many pairs tell whether most have the same difference, and which one. */
const SAMPLE = { first: 9, usual: 31 };
/** More values tell nothing new, and the time grows with their square. */
const LONGEST = 1000;

/**
 * The length of a cycle that repeats exactly, apart from a constant rise, a few odd values or a new level; undefined if there is
 * none. Values of a plan, a shift or a generator may have one of any length. Measurements have none.
 * @param series finite values
 */
export function findExactCycle(series: Float64Array): number | undefined {
  const recent = series.subarray(-LONGEST);
  const [low, high] = [recent.reduce((min, value) => Math.min(min, value)), recent.reduce((max, value) => Math.max(max, value))];
  const tolerance = ROUNDING.range * (high - low) + ROUNDING.size * Math.max(Math.abs(low), Math.abs(high));
  const counted: number[] = [];
  const missesAt = (distance: number) => (counted[distance] ??= countMisses(recent, distance, tolerance));
  let largestShare = 0;
  for (let [length, shorter] = [2, 1]; length <= recent.length / TURNS; length++) {
    const pairs = recent.length - length;
    if (!mayBeCycle(recent, length, tolerance)) continue;
    const misses = missesAt(length);
    if (misses > (pairs < MANY_PAIRS ? 0 : MAX_MISSES * pairs) || misses > missesAt(length + 1)) continue;
    for (; shorter < length; shorter++) largestShare = Math.max(largestShare, missesAt(shorter) / (recent.length - shorter));
    if (largestShare * pairs >= CLEARLY.pairs + CLEARLY.times * misses) return length;
  }
  return undefined;
}

/** Whether most of some pairs have the same difference: in measurements hardly two have. */
function mayBeCycle(series: Float64Array, distance: number, tolerance: number): boolean {
  const sample = sampleDifferences(series, distance, SAMPLE.first);
  const usual = median(sample);
  return sample.filter((difference) => Math.abs(difference - usual) <= tolerance).length > SAMPLE.first / 2;
}

/** How many pairs of values at this distance differ by another amount than is usual for them. */
function countMisses(series: Float64Array, distance: number, tolerance: number): number {
  const usual = median(sampleDifferences(series, distance, SAMPLE.usual));
  let misses = 0;
  for (let t = distance; t < series.length; t++)
    misses += Number(Math.abs(series[t]! - series[t - distance]! - usual) > tolerance);
  return misses;
}

/** Differences of pairs at this distance, evenly spread over the series. */
function sampleDifferences(series: Float64Array, distance: number, count: number): Float64Array {
  const last = series.length - distance - 1;
  return Float64Array.from({ length: count }, (_, i) => {
    const t = Math.floor((i * last) / (count - 1));
    return series[t + distance]! - series[t]!;
  });
}
