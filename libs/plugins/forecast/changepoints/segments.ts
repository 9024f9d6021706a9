import type { Noise } from './noise';

/** Autocorrelated noise with the standard deviation of its new part at each place. */
export interface PlacedNoise extends Pick<Noise, 'kept'> {
  sigmas: Float64Array;
}

/** A change of the line that a series follows. */
export interface LineChange {
  at: number;
  kind: 'level' | 'trend';
  /** How much the sum of squares falls, in variances of the noise. */
  gain: number;
}

/** The minimum number of values in a segment. */
export const SHORTEST = 6;

/**
 * The best single change in a stretch of the series: a step or a bend of the line through it. An autoregression removes the noise,
 * and where the noise is larger, values count less.
 */
export function bestChange(series: Float64Array, { kept, sigmas }: PlacedNoise): LineChange | undefined {
  const n = series.length;
  if (n < 2 * SHORTEST || !sigmas.every((sigma) => sigma > 0)) return undefined;
  const filter = (of: (t: number) => number) =>
    Float64Array.from({ length: n - 1 }, (_, t) => (of(t + 1) - kept * of(t)) / sigmas[t + 1]!);
  // A random walk has no level of its own: there the base is the drift alone.
  const base = orthogonal(kept < 1 ? [filter(() => 1), filter((t) => t)] : [filter((t) => t)]);
  const rest = base.reduce(
    (left, each) => minus(left, each),
    // Arithmetic is most exact near 0.
    filter((t) => series[t]! - series[0]!),
  );
  const weighted = (values: Float64Array) => tailSums(values.map((value, t) => value / sigmas[t + 1]!));
  const sums = { rest: weighted(rest), base: base.map(weighted), own: weighted(sigmas.subarray(1).map((sigma) => 1 / sigma)) };
  let best: LineChange | undefined;
  for (let c = SHORTEST; c <= n - SHORTEST; c++) {
    for (const kind of ['level', 'trend'] as const) {
      if (kind === 'level' && kept === 1) continue;
      const along = kind === 'level' ? alongStep : alongBend;
      const own = kind === 'level' ? squaresOfStep(sums.own, c, kept) : squaresOfBend(sums.own, c, kept);
      const shared = sums.base.reduce((sum, each) => sum + along(each, c, kept) ** 2, 0);
      const gain = own - shared > 1e-9 * own ? along(sums.rest, c, kept) ** 2 / (own - shared) : 0;
      if (gain > (best?.gain ?? 0)) best = { at: c, kind, gain };
    }
  }
  return best;
}

/** Sums of the values from each place on, weighted by powers of the distance. */
interface Tails {
  /** value[c] + value[c + 1] + … */
  sum: Float64Array;
  /** 0 × value[c] + 1 × value[c + 1] + 2 × value[c + 2] … */
  ramp: Float64Array;
  /** 0 × value[c] + 1 × value[c + 1] + 4 × value[c + 2] … */
  square: Float64Array;
}

function tailSums(values: Float64Array): Tails {
  const n = values.length;
  const [sum, ramp, square] = [new Float64Array(n + 2), new Float64Array(n + 2), new Float64Array(n + 2)];
  for (let t = n - 1; t >= 0; t--) {
    sum[t] = sum[t + 1]! + values[t]!;
    ramp[t] = ramp[t + 1]! + sum[t + 1]!;
    square[t] = square[t + 1]! + 2 * ramp[t + 1]! + sum[t + 1]!;
  }
  return { sum, ramp, square };
}

/** A filtered step is 1 at its place and 1 − kept after it. */
const alongStep = ({ sum }: Tails, c: number, kept: number) => sum[c - 1]! - kept * sum[c]!;
const squaresOfStep = ({ sum }: Tails, c: number, kept: number) => sum[c - 1]! + ((1 - kept) ** 2 - 1) * sum[c]!;

/** A filtered bend is 1 at its place and rises by 1 − kept each time. */
const alongBend = ({ sum, ramp }: Tails, c: number, kept: number) => sum[c - 1]! + (1 - kept) * ramp[c - 1]!;
const squaresOfBend = ({ sum, ramp, square }: Tails, c: number, kept: number) =>
  sum[c - 1]! + 2 * (1 - kept) * ramp[c - 1]! + (1 - kept) ** 2 * square[c - 1]!;

/** The vectors made orthogonal and of length 1. */
function orthogonal(vectors: Float64Array[]): Float64Array[] {
  const found: Float64Array[] = [];
  for (const each of vectors) {
    const rest = found.reduce((left, other) => minus(left, other), each);
    const length = Math.sqrt(dot(rest, rest));
    if (length > 0) found.push(rest.map((value) => value / length));
  }
  return found;
}

function minus(values: Float64Array, unit: Float64Array): Float64Array {
  const part = dot(values, unit);
  return values.map((value, t) => value - part * unit[t]!);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < a.length; t++) sum += a[t]! * b[t]!;
  return sum;
}

/**
 * The chance that noise shows such a gain at its best place: an extreme-value distribution, fitted to noise of 30 to 3,000 values.
 */
export const computeGainChance = (gain: number, length: number): number =>
  -Math.expm1(-Math.exp(1.15 * Math.log(length) - 2 - gain / 2));
