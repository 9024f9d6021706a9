import { minimize } from '../minimize';
import { clamp, line, outside, type Member } from './member';

/** Holt's linear trend that fades: level, slope, and what remains of the slope from period to period. */
export interface Damped extends Member {
  readonly alpha: number;
  readonly beta: number;
  readonly phi: number;
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
/** Values that the first level and slope are read from: least-squares start values overfit short series. */
const HEAD = 10;

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

/** Fitted by least squares with 0 < beta ≤ alpha < 1 and phi between 0.8 and 0.98. */
export function damped(series: Float64Array): Damped {
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
  const options = { steps: [0.2, 0.1, -0.05], iterations: 100, tolerance: 1e-6 };
  const found = STARTS.map((each) => minimize(cost, each, options)).sort((a, b) => a.value - b.value)[0]!;
  const [alpha, beta, phi] = parameters(found.at);
  const { level, slope, sse } = run(series, [alpha, beta, phi], start);
  const forecast = (horizon: number) => {
    let reach = 0;
    return Float64Array.from({ length: horizon }, (_, k) => level + (reach += phi ** (k + 1)) * slope);
  };
  return { alpha, beta, phi, sse, forecast };
}
