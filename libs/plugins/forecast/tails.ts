import { clamp } from './member';
import { normalQuantile, normalTail } from './intervals/normal';

/** How far the errors reach on one side of their middle: as seen up to a threshold, and beyond it by a generalised Pareto tail. */
interface Side {
  /** Distances from the middle, ascending, without anomalies. */
  distances: Float64Array;
  /** Part of the distances that lies beyond the threshold. */
  beyond: number;
  threshold: number;
  /** Mean distance from the threshold of those beyond it. */
  excess: number;
  /** 0 an exponential tail, more a heavier one. */
  shape: number;
  /** How far the tail is drawn to that of a normal distribution: 1 with few values. */
  prior: number;
}

/** The usual errors of a series, each side for itself: counts and money reach further up than down. */
export interface Tails {
  middle: number;
  above: Side;
  below: Side;
}

/** Errors that a threshold leaves beyond it: this many, and at least this part. */
const BEYOND = 15;
const PART_BEYOND = 1 / 15;
const MAX_SHAPE = 0.4;
const MIN_SHAPE = -0.4;
/** Errors beyond the threshold at which half of what they say of the shape is believed. */
const PRIOR = 30;

/** At most this part of the errors is taken for anomalies, and not for what is usual. */
const MAX_ANOMALIES = 0.03;
/** Of this many errors on a side one may be an anomaly, whatever part that is. */
const ENOUGH = 8;
/** Distances at which the reach of usual errors is told, robust against one error in ten. */
const CORE = [0.5, 0.9];
/** Beyond this many times the core an error is too far for any usual tail. */
const FAR = 5.5;
/** As much further than the one before it must the first of them be: a heavy tail has no such gap. */
const GAP = 1.6;

/** What is taken for usual. */
interface TailOptions {
  /** An error that is all but none. */
  smallest: number;
  /** Whether errors that are far count as usual unless a gap parts them from the others: then heavy tails keep their rate. */
  heavy: boolean;
}

/** The two tails of the errors. */
export function tailsOf(errors: Float64Array, options: TailOptions): Tails {
  const sorted = Float64Array.from(errors).sort();
  const middle = quantile(sorted, 0.5);
  const distances = (sign: number) =>
    sorted
      .map((error) => sign * (error - middle))
      .filter((distance) => distance >= 0)
      .sort();
  return { middle, above: sideOf(distances(1), options), below: sideOf(distances(-1), options) };
}

function sideOf(all: Float64Array, options: TailOptions): Side {
  const { smallest } = options;
  const distances = withoutFar(all, options);
  const n = distances.length;
  const beyond = Math.min(0.5, Math.max(BEYOND / n, PART_BEYOND));
  const threshold = quantile(distances, 1 - beyond);
  const excesses = distances.filter((distance) => distance > threshold).map((distance) => distance - threshold);
  const k = excesses.length;
  if (k === 0) return { distances, beyond, threshold, excess: smallest, shape: 0, prior: 1 };
  const excess = excesses.reduce((sum, each) => sum + each, 0) / k;
  // Probability-weighted moments (Hosking and Wallis, 1987).
  const weighted = excesses.reduce((sum, each, i) => sum + each * (1 - (i + 0.65) / k), 0) / k;
  const shape = k > 2 ? clamp(2 - excess / (excess - 2 * weighted), MIN_SHAPE, MAX_SHAPE) : 0;
  return { distances, beyond, threshold, excess: Math.max(smallest, excess), shape, prior: PRIOR / (PRIOR + k) };
}

/** Without the few that lie so far that they cannot be usual; if they are many, they are usual. */
function withoutFar(distances: Float64Array, { smallest, heavy }: TailOptions): Float64Array {
  const core = Math.max(smallest, ...CORE.map((level) => quantile(distances, level) / normalQuantile((1 + level) / 2)));
  const gap = heavy ? GAP : 1;
  const first = distances.findIndex((distance, i) => distance > FAR * core && distance >= gap * (distances[i - 1] ?? 0));
  const kept = first < 0 ? distances : distances.subarray(0, first);
  const most = Math.max(distances.length >= ENOUGH ? 1 : 0, 2 * MAX_ANOMALIES * distances.length);
  return distances.length - kept.length <= most ? kept : distances;
}

/** The distance beyond which an error of this side lies with a chance. */
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
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return (normalQuantile(1 - chance / 2) - z) / (density / normalTail(z) - z);
}

/** How far from the middle a value of this chance lies, on either side. @param chance of both sides together */
export function reachAt(tails: Tails, chance: number): { above: number; below: number } {
  return { above: reach(tails.above, chance), below: reach(tails.below, chance) };
}

/** Largest score: a chance of one in 10^12. */
export const MAX_SURPRISE = 12;

/** The chance of an error as far from the middle, or further, as −log10. */
export function surpriseOf(tails: Tails, error: number): number {
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

/** The middle of values without gaps; NaN of none. */
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

/** Puts the value that has a place in the sorted order there, none above it before it, and none below it after it (Hoare's selection). */
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
