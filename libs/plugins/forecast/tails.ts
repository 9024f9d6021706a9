import { clamp } from './member';
import { normalQuantile, normalTail } from './intervals/normal';

/**
 * How far the errors reach on one side of their middle. Up to a threshold this is as observed, beyond it a generalised Pareto tail.
 */
interface Side {
  /** Distances from the middle, ascending, without anomalies. */
  distances: Float64Array;
  /** Share of the distances that lie beyond the threshold. */
  beyond: number;
  threshold: number;
  /** Mean distance from the threshold of the distances beyond it. */
  excess: number;
  /** How many distances lie beyond the threshold. */
  excesses: number;
  /** 0 for an exponential tail, more for a heavier one. By moments. */
  shape: number;
  /** The same by how far the logarithms reach beyond the threshold, as if the tail were Student's. */
  shapeByLogs: number;
  /** How far the tail is drawn towards that of a normal distribution: 1 with few values. */
  prior: number;
}

/** The usual errors of a series, separately for each side: counts and money reach further up than down. */
export interface Tails {
  middle: number;
  above: Side;
  below: Side;
}

/** How many errors lie beyond a threshold: at least this many, and at least this part. */
const BEYOND = 15;
const PART_BEYOND = 1 / 15;
const MAX_SHAPE = 0.4;
const MIN_SHAPE = -0.4;
/** With this many errors beyond the threshold, half of the shape that they show is believed. */
const PRIOR = 30;

/**
 * The shape that a normal distribution shows beyond such a threshold, and the standard deviation of that shape times the root of
 * the number of errors: by moments alone, and with the logarithms.
 */
const NORMAL_SHAPE = -0.12;
const SPREAD = { byMoments: 1.19, byBoth: 0.5 };
/** The mean of the logarithms as a part of the logarithm of the mean, for a normal tail. */
const LOG_OF_NORMAL = 0.94;
/** How much heavier a Student's t tail is for each unit that its logarithms reach further than normal ones. */
const SHAPE_PER_LOG = 2;
/** The shape by logarithms has the weight 142 ÷ (172 + errors beyond the threshold): it is exact, but takes each tail for Student's. */
const BELIEF = [142, 172] as const;
const HEAVIEST = 0.7;
/** Standard deviations at which half of the shape is believed, and at which the two sides count as half different. */
const DOUBT = 0.75;
const APART = Math.sqrt(10);
/**
 * A distant error is still usual if the tail without it is clearly heavy and produces such an error at least once in this many
 * series.
 */
const SERIES = 30_000;
const CLEARLY = 0.04;
/** Fewer errors do not show whether a tail is heavy. */
const MANY = 100;
const ROUNDS = 3;

/** The maximum share of errors that count as anomalies. */
const MAX_ANOMALIES = 0.03;
/** With this many errors on a side, one may be an anomaly, even if it exceeds that share. */
const ENOUGH = 8;
/** Quantiles that measure the reach of usual errors, robust against one error in ten. */
const CORE = [0.5, 0.9];
/** An error beyond this many times the core is too far for any usual tail. */
const FAR = 5.5;
/** The first distant error must be this many times as far as the one before it: a heavy tail has no such gap. */
const GAP = 2;

/** What counts as usual. */
interface TailOptions {
  /** An error so small that it counts as none. */
  smallest: number;
  /**
   * Whether distant errors count as usual. Those do not count that a gap separates from the others and that the tail does not
   * reach.
   */
  heavy: boolean;
}

/** The two tails of the errors. */
export function fitTails(errors: Float64Array, options: TailOptions): Tails {
  const sorted = Float64Array.from(errors).sort();
  const middle = quantile(sorted, 0.5);
  const all = [1, -1].map((sign) =>
    sorted
      .map((error) => sign * (error - middle))
      .filter((distance) => distance >= 0)
      .sort(),
  );
  let sides = all.map((each) => sideOf(withoutFar(each, options), options.smallest));
  for (let round = 1; options.heavy && round <= ROUNDS; round++) {
    const tails = heavyTails(sides, errors.length);
    const known = tails.map((tail, i) => reached(all[i]!, tail, errors.length));
    const isSettled = round === ROUNDS || known.every((each, i) => each.length === tails[i]!.distances.length);
    sides = isSettled ? tails : known.map((each) => sideOf(each, options.smallest));
    if (isSettled) break;
  }
  const [above, below] = sides.map((side) => ({ ...side, shape: clamp(side.shape, MIN_SHAPE, maxShape(options)) }));
  return { middle, above: above!, below: below! };
}

const maxShape = ({ heavy }: TailOptions) => (heavy ? HEAVIEST : MAX_SHAPE);

/** The distances, including far ones that a heavy tail produces at least once in very many series of this length. */
function reached(distances: Float64Array, tail: Side, length: number): Float64Array {
  if (tail.prior > CLEARLY || length < MANY) return tail.distances;
  const limit = Math.max(tail.distances.at(-1) ?? 0, reach(tail, 1 / (SERIES * length)));
  const first = distances.findIndex((distance) => distance > limit);
  return first < 0 ? distances : distances.subarray(0, first);
}

/**
 * Gives both sides their common shape, unless they clearly differ. Draws them to a normal tail, unless they are clearly not normal.
 * The same mixture for every series would give too few alarms for normal errors and too many for others.
 */
function heavyTails(sides: readonly Side[], length: number): Side[] {
  const spread = length < MANY ? SPREAD.byMoments : SPREAD.byBoth;
  const shapes = sides.map(({ shape, shapeByLogs, excesses }) =>
    length < MANY ? shape : shape + (BELIEF[0] / (BELIEF[1] + excesses)) * (shapeByLogs - shape),
  );
  const count = sides.reduce((sum, side) => sum + side.excesses, 0);
  const common = sides.reduce((sum, side, i) => sum + shapes[i]! * side.excesses, 0) / Math.max(1, count);
  const apart = spread * Math.sqrt(sides.reduce((sum, side) => sum + 1 / Math.max(1, side.excesses), 0));
  const own = 1 - doubtOf((shapes[0]! - shapes[1]!) / apart, APART, 2);
  return sides.map((side, i) => {
    const shape = clamp(own * shapes[i]! + (1 - own) * common, MIN_SHAPE, HEAVIEST);
    const excesses = own * side.excesses + (1 - own) * count;
    return { ...side, shape, prior: doubtOf(((shape - NORMAL_SHAPE) * Math.sqrt(excesses)) / spread, DOUBT, 3) };
  });
}

/** 1 for a difference of 0 standard deviations, 0.5 for a difference of `half`. */
const doubtOf = (deviations: number, half: number, power: number) => 1 / (1 + (Math.abs(deviations) / half) ** power);

function sideOf(distances: Float64Array, smallest: number): Side {
  const n = distances.length;
  const beyond = Math.min(0.5, Math.max(BEYOND / n, PART_BEYOND));
  const threshold = quantile(distances, 1 - beyond);
  const excesses = distances.filter((distance) => distance > threshold).map((distance) => distance - threshold);
  const k = excesses.length;
  if (k === 0) return { distances, beyond, threshold, excess: smallest, excesses: 0, shape: 0, shapeByLogs: 0, prior: 1 };
  const excess = excesses.reduce((sum, each) => sum + each, 0) / k;
  // Probability-weighted moments (Hosking and Wallis, 1987).
  const weighted = excesses.reduce((sum, each, i) => sum + each * (1 - (i + 0.65) / k), 0) / k;
  const shape = k > 2 ? clamp(2 - excess / (excess - 2 * weighted), -1, 1) : 0;
  const shapeByLogs = threshold > 0 ? byLogs(excesses, threshold, beyond) : shape;
  const known = { distances, beyond, threshold, excess: Math.max(smallest, excess), excesses: k };
  return { ...known, shape, shapeByLogs, prior: PRIOR / (PRIOR + k) };
}

/** The shape of Student's t tail whose logarithms reach as far beyond the threshold (Hill, 1975). */
function byLogs(excesses: Float64Array, threshold: number, beyond: number): number {
  const z = normalQuantile(1 - beyond / 2);
  const normal = LOG_OF_NORMAL * Math.log(normalMean(z) / z);
  const reached = excesses.reduce((sum, each) => sum + Math.log1p(each / threshold), 0) / excesses.length;
  return NORMAL_SHAPE + SHAPE_PER_LOG * (reached - normal);
}

/** The mean of the values of a normal distribution beyond z. */
const normalMean = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / normalTail(z);

/** Removes the few distances that are too large to be usual. If they are many, they are usual and stay. */
function withoutFar(distances: Float64Array, { smallest, heavy }: TailOptions): Float64Array {
  const core = Math.max(smallest, ...CORE.map((level) => quantile(distances, level) / normalQuantile((1 + level) / 2)));
  const gap = heavy ? GAP : 1;
  const first = distances.findIndex((distance, i) => distance > FAR * core && distance >= gap * (distances[i - 1] ?? 0));
  const kept = first < 0 ? distances : distances.subarray(0, first);
  const most = Math.max(distances.length >= ENOUGH ? 1 : 0, 2 * MAX_ANOMALIES * distances.length);
  return distances.length - kept.length <= most ? kept : distances;
}

/** The distance that an error of this side exceeds with the given chance. */
function reach(side: Side, chance: number): number {
  if (chance >= side.beyond) return quantile(side.distances, 1 - chance);
  const { beyond, threshold, excess, shape, prior } = side;
  const part = chance / beyond;
  const pareto = Math.abs(shape) < 1e-6 ? -Math.log(part) : ((1 - shape) * (part ** -shape - 1)) / shape;
  return threshold + excess * (prior * normalExcess(beyond, chance) + (1 - prior) * pareto);
}

/** How far a normal tail reaches beyond a threshold, in mean excesses. */
function normalExcess(beyond: number, chance: number): number {
  const z = normalQuantile(1 - beyond / 2);
  return (normalQuantile(1 - chance / 2) - z) / (normalMean(z) - z);
}

/** The least number of errors beyond a bound for which the factors of `chanceFor` are fitted. */
const FEWEST = 0.1;

/**
 * The chance to ask a tail for, so that errors exceed its bound at this rate. Few errors make bounds too narrow for a new error, and
 * too wide for the errors themselves. The factors were fitted to normal noise.
 * @param known whether the judged errors are among those that show the tail
 */
export function chanceFor(rate: number, { count, known }: { count: number; known: boolean }): number {
  const expected = rate * count;
  if (!known) return rate / (1 + 0.7 * Math.max(FEWEST, expected) ** -1.5);
  return expected < FEWEST ? rate : rate * (1 + 0.35 / (1 + (expected / 0.6) ** 4));
}

/** The distance from the middle that errors exceed with this chance, for each side. @param chance of both sides together */
export function reachAt(tails: Tails, chance: number): { above: number; below: number } {
  const known = Math.max(chance, 10 ** -MAX_SURPRISE);
  return { above: reach(tails.above, known), below: reach(tails.below, known) };
}

/** The largest score, for a chance of one in 10^12. No series shows how large rarer values are. */
export const MAX_SURPRISE = 12;

/** The chance of an error at least this far from the middle, as −log10. */
export function measureSurprise(tails: Tails, error: number): number {
  const distance = Math.abs(error - tails.middle);
  const side = error < tails.middle ? tails.below : tails.above;
  let [low, high] = [0, MAX_SURPRISE];
  if (reach(side, 10 ** -high) <= distance) return high;
  for (let round = 0; round < 14; round++) {
    const surprise = (low + high) / 2;
    if (reach(side, 10 ** -surprise) < distance) low = surprise;
    else high = surprise;
  }
  return low;
}

export function quantile(sorted: Float64Array, part: number): number {
  const at = part * (sorted.length - 1);
  const below = Math.floor(at);
  const next = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return sorted[below]! + (at - below) * (next - sorted[below]!);
}

/** The middle of values without gaps; NaN for no values. */
export function median(values: Float64Array): number {
  const n = values.length;
  if (n === 0) return NaN;
  const half = (n - 1) >> 1;
  const parted = Float64Array.from(values);
  select(parted, half);
  if (n % 2 === 1) return parted[half]!;
  let next = Infinity;
  for (let i = half + 1; i < n; i++) if (parted[i]! < next) next = parted[i]!;
  return parted[half]! + (next - parted[half]!) / 2;
}

/**
 * Moves the value that belongs at `place` in sorted order there, with no larger value before it and no smaller one after it
 * (Hoare's selection).
 */
function select(values: Float64Array, place: number): void {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return;
  }
}
