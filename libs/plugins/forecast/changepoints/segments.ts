import type { Noise } from './noise';

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
 * The best single change in a stretch of the series: a step or a bend of the line through it. An autoregression removes the noise.
 */
export function bestChange(series: Float64Array, { kept, sigma }: Noise): LineChange | undefined {
  const n = series.length;
  if (n < 2 * SHORTEST || !(sigma > 0)) return undefined;
  const filter = (of: (t: number) => number) => Float64Array.from({ length: n - 1 }, (_, t) => of(t + 1) - kept * of(t));
  // A random walk has no level of its own: there the base is the drift alone.
  const base = orthogonal(kept < 1 ? [filter(() => 1), filter((t) => t)] : [filter((t) => t)]);
  const rest = base.reduce(
    (left, each) => minus(left, each),
    // Arithmetic is most exact near 0.
    filter((t) => series[t]! - series[0]!),
  );
  const sums = { rest: tailSums(rest), base: base.map(tailSums) };
  let best: LineChange | undefined;
  for (let c = SHORTEST; c <= n - SHORTEST; c++) {
    // A filtered step is 1 at its place and 1 − kept after it; a filtered bend rises by 1 − kept each time.
    const i = c - 1;
    for (const kind of ['level', 'trend'] as const) {
      if (kind === 'level' && kept === 1) continue;
      const along = (tails: Tails, values: Float64Array) =>
        kind === 'level' ? (1 - kept) * tails.sum[c]! + values[i]! : (1 - kept) * tails.ramp[i]! + tails.sum[i]!;
      const product = along(sums.rest, rest);
      const own = kind === 'level' ? 1 + (1 - kept) ** 2 * (n - 1 - c) : squaresOfRamp(n - c, kept);
      const shared = base.reduce((sum, each, b) => sum + along(sums.base[b]!, each) ** 2, 0);
      const gain = own - shared > 1e-9 * own ? product ** 2 / (own - shared) / sigma ** 2 : 0;
      if (gain > (best?.gain ?? 0)) best = { at: c, kind, gain };
    }
  }
  return best;
}

interface Tails {
  /** The sum of the values from each place on. */
  sum: Float64Array;
  /** The sum from each place on, weighted by the distance: 0 × value[c] + 1 × value[c + 1] … */
  ramp: Float64Array;
}

function tailSums(values: Float64Array): Tails {
  const n = values.length;
  const [sum, ramp] = [new Float64Array(n + 2), new Float64Array(n + 2)];
  for (let t = n - 1; t >= 0; t--) {
    sum[t] = sum[t + 1]! + values[t]!;
    ramp[t] = ramp[t + 1]! + sum[t + 1]!;
  }
  return { sum, ramp };
}

/** Σ (1 + (1 − kept) j)² for j below the count. */
function squaresOfRamp(count: number, kept: number): number {
  const step = 1 - kept;
  const first = (count * (count - 1)) / 2;
  const second = ((count - 1) * count * (2 * count - 1)) / 6;
  return count + 2 * step * first + step ** 2 * second;
}

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
export const chanceOf = (gain: number, length: number): number => -Math.expm1(-Math.exp(1.15 * Math.log(length) - 2 - gain / 2));
