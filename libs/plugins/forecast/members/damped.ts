import { minimizeFrom } from '../minimize';
import { clamp, line, outside, type Member } from '../member';

/** Holt's linear trend that fades: level, slope, and the part of the slope that remains after each step. */
export interface Damped extends Member {
  readonly alpha: number;
  readonly beta: number;
  readonly phi: number;
  /** Root mean square of the errors 1, 2, … steps ahead on the history, up to a quarter of its length. */
  readonly missed: (horizon: number) => Float64Array;
  /** The root mean square of the recent one-step errors, divided by that of all one-step errors. */
  readonly unrest: number;
}

interface Run {
  level: number;
  slope: number;
  sse: number;
}

const STARTS = [
  [0.5, 0.1, 0.95],
  [0.1, 0.1, 0.9],
];
/** The first level and slope are read from this many values: least-squares start values overfit short series. */
const HEAD = 10;
/** The last third of the history is recent, but no more values than are needed to tell the size of their errors to 4 %. */
const RECENT = 3;
const MAX_RECENT = 300;
/** Further ahead than this part of the history, there are too few errors. */
const FURTHEST = 4;

function run(series: Float64Array, [alpha, beta, phi]: readonly [number, number, number], start: Omit<Run, 'sse'>): Run {
  let { level, slope } = start;
  let sse = 0;
  for (let t = 0; t < series.length; t++) {
    const expected = level + phi * slope;
    const error = series[t]! - expected;
    sse += error * error;
    level = expected + alpha * error;
    slope = phi * slope + beta * error;
  }
  return { level, slope, sse };
}

interface FittedRun {
  parameters: readonly [number, number, number];
  start: Omit<Run, 'sse'>;
}

/** Sums of the squared errors `steps` steps ahead, by step; `each` gets the error of every single step. */
function squaresAhead(
  series: Float64Array,
  { parameters: [alpha, beta, phi], start }: FittedRun,
  { steps, each }: { steps: number; each?: (error: number, t: number) => void },
): Float64Array {
  const squares = new Float64Array(steps);
  let { level, slope } = start;
  for (let t = 0; t < series.length; t++) {
    const last = Math.min(steps, series.length - t);
    let reach = 0;
    for (let k = 0, fade = phi; k < last; k++, fade *= phi) {
      reach += fade;
      squares[k]! += (series[t + k]! - level - reach * slope) ** 2;
    }
    const error = series[t]! - level - phi * slope;
    each?.(error, t);
    level += phi * slope + alpha * error;
    slope = phi * slope + beta * error;
  }
  return squares;
}

function unrestOf(series: Float64Array, run: FittedRun): number {
  const from = series.length - Math.min(MAX_RECENT, Math.ceil(series.length / RECENT));
  let late = 0;
  const [all] = squaresAhead(series, run, { steps: 1, each: (error, t) => (late += t < from ? 0 : error * error) });
  return all! > 0 ? Math.sqrt(late / (series.length - from) / (all! / series.length)) : 1;
}

/** Fitted by least squares with 0 < beta ≤ alpha < 1 and phi between 0.8 and 0.98. */
export function damped(series: Float64Array, near?: readonly number[]): Damped {
  const head = line(series, Math.min(HEAD, series.length));
  const start = { level: head.intercept, slope: head.slope };
  const parameters = ([a, b, p]: readonly number[]): [number, number, number] => {
    const alpha = clamp(a!, 1e-4, 0.9999);
    return [alpha, clamp(b!, 0, 1) * alpha, clamp(p!, 0.8, 0.98)];
  };
  const cost = (at: readonly number[]) => {
    const strayed = outside(at[0]!, 1e-4, 0.9999) + outside(at[1]!, 0, 1) + outside(at[2]!, 0.8, 0.98);
    return run(series, parameters(at), start).sse * (1 + 10 * strayed);
  };
  const found = minimizeFrom(cost, STARTS, { steps: [0.2, 0.1, -0.05], iterations: 100, tolerance: 1e-6, near });
  const fitted = { parameters: parameters(found.at), start };
  const [alpha, beta, phi] = fitted.parameters;
  const { level, slope, sse } = run(series, fitted.parameters, start);
  const forecast = (horizon: number) => {
    let reach = 0;
    return Float64Array.from({ length: horizon }, (_, k) => level + (reach += phi ** (k + 1)) * slope);
  };
  const missed = (horizon: number) => {
    const steps = Math.max(1, Math.min(horizon, Math.floor(series.length / FURTHEST)));
    return squaresAhead(series, fitted, { steps }).map((sum, k) => Math.sqrt(sum / (series.length - k)));
  };
  return { alpha, beta, phi, sse, forecast, at: found.at, missed, unrest: unrestOf(series, fitted) };
}
