import { minimizeFrom } from '../minimize';
import { clamp, outside, type Member } from '../member';

interface Run {
  level: number;
  potential: number;
  sse: number;
}

const STARTS = [
  [1.3, 1],
  [0.7, 1.01],
  [1.6, 1],
];
const HEAD = 10;
/** A recursion beyond this many times the largest value has exploded. */
const EXPLODED = 1e12;

function run(series: Float64Array, real: number, imaginary: number, mean: number): Run {
  let level = mean;
  let potential = mean / 1.1;
  let sse = 0;
  for (let t = 0; t < series.length; t++) {
    const error = series[t]! - level;
    sse += error * error;
    const next = level - (1 - imaginary) * potential + (real - imaginary) * error;
    potential = level + (1 - real) * potential + (real + imaginary) * error;
    level = next;
    if (!(Math.abs(level) < EXPLODED)) return { level: 0, potential: 0, sse: Number.MAX_VALUE };
  }
  return { level, potential, sse };
}

/**
 * Complex exponential smoothing of Svetunkov, Kourentzes and Ord (2022), without season. The smoothing weight is a complex number,
 * so one model covers levels and trends. The series must be of the order of 1.
 */
export function complexSmoothing(series: Float64Array, near?: readonly number[]): Member {
  const head = Math.min(HEAD, series.length);
  const mean = series.subarray(0, head).reduce((sum, value) => sum + value, 0) / head;
  const parameters = (at: readonly number[]) => [clamp(at[0]!, 0.05, 2), clamp(at[1]!, 0.9, 1.1)] as const;
  const cost = (at: readonly number[]) =>
    run(series, ...parameters(at), mean).sse * (1 + 10 * (outside(at[0]!, 0.05, 2) + outside(at[1]!, 0.9, 1.1)));
  const found = minimizeFrom(cost, STARTS, { steps: [0.3, 0.03], iterations: 150, tolerance: 1e-7, near });
  const [real, imaginary] = parameters(found.at);
  const last = run(series, real, imaginary, mean);
  const forecast = (horizon: number) => {
    let { level, potential } = last;
    return Float64Array.from({ length: horizon }, () => {
      const expected = level;
      level = expected - (1 - imaginary) * potential;
      potential = expected + (1 - real) * potential;
      return expected;
    });
  };
  return { sse: last.sse, forecast, at: found.at };
}
