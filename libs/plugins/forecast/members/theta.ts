import { line, type Member } from '../member';

/**
 * The Theta method of Assimakopoulos and Nikolopoulos (2000): the mean of the straight line and the smoothed line of double
 * curvature.
 */
export function theta(series: Float64Array): Member {
  const n = series.length;
  const { intercept, slope } = line(series);
  const curved = smoothing(series.map((value, t) => 2 * value - (intercept + slope * (t + 1))));
  return {
    // The straight line has no error, so the mean of both lines has half the error of the curved one.
    sse: curved.sse / 4,
    forecast: (horizon) => Float64Array.from({ length: horizon }, (_, k) => (curved.level + intercept + slope * (n + k + 1)) / 2),
  };
}

const MIN = 1e-4;
const MAX = 0.9999;
const GOLDEN = 0.618_033_988_7;

/** Simple exponential smoothing; the first level is the one with the least squared error. */
interface Smoothed extends Member {
  readonly alpha: number;
  /** The level after the last value. */
  readonly level: number;
}

interface Run {
  level: number;
  sse: number;
}

function run(series: Float64Array, alpha: number): Run {
  // Each error is linear in the first level: e = e₀ − l₀ g with g = (1 − α)ᵗ.
  let level = 0;
  let weight = 1;
  let squares = 0;
  let cross = 0;
  for (let t = 0; t < series.length; t++) {
    const error = series[t]! - level;
    squares += weight * weight;
    cross += weight * error;
    level += alpha * error;
    weight *= 1 - alpha;
  }
  level = cross / squares;
  let sse = 0;
  for (let t = 0; t < series.length; t++) {
    const error = series[t]! - level;
    sse += error * error;
    level += alpha * error;
  }
  return { level, sse };
}

/** Fitted by a grid over alpha and a golden-section search around its best point. */
function smoothing(series: Float64Array): Smoothed {
  const sseAt = (alpha: number) => run(series, alpha).sse;
  const grid = Array.from({ length: 11 }, (_, i) => MIN + ((MAX - MIN) * i) / 10);
  const found = grid.map(sseAt);
  const coarse = grid[found.indexOf(Math.min(...found))]!;
  let low = Math.max(MIN, coarse - 0.1);
  let high = Math.min(MAX, coarse + 0.1);
  for (let round = 0; round < 20; round++) {
    const left = high - GOLDEN * (high - low);
    const right = low + GOLDEN * (high - low);
    if (sseAt(left) < sseAt(right)) high = right;
    else low = left;
  }
  const fine = (low + high) / 2;
  const alpha = sseAt(fine) <= sseAt(coarse) ? fine : coarse;
  const { level, sse } = run(series, alpha);
  return { alpha, level, sse, forecast: (horizon) => new Float64Array(horizon).fill(level) };
}
