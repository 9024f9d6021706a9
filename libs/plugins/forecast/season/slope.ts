import { autoregression, filtered } from '../autoregression';
import { chanceOfNoise } from './f-test';
import { line } from '../member';

/**
 * Noise is taken for a random walk if its weights sum to more than 1 minus this over its length: a short random walk seems to
 * return to its line.
 */
const NEAR_UNIT = 10;
const RANDOM_WALK = [1];
/** A line counts as exact if the squares that it leaves are less than this part of those that it explains. */
const EXACT = 1e-16;
/** The rounding error of a value of 1. */
const ROUNDING = 1e-15;

interface Slope {
  slope: number;
  /** Standard deviation of the values around the line. */
  spread: number;
  /** The chance that noise with this correlation shows such a slope, or a steeper one. */
  chance: number;
}

/** The slope of the line through a series with autocorrelated noise, by generalised least squares. */
export function fitSlope(values: Float64Array): Slope {
  const n = values.length;
  // Subtracting the first value keeps a small slope under a large level exact.
  const series = values.map((value) => value - values[0]!);
  const { intercept, slope } = line(series);
  const around = series.map((value, t) => value - intercept - slope * (t + 1));
  const spread = Math.sqrt(dot(around, around) / n);
  const rounding = ROUNDING * Math.max(Math.abs(values[0]!), Math.abs(values[n - 1]!));
  // A constant has no slope, and an exact line leaves no noise to test it against.
  if (spread <= rounding || dot(around, around) <= EXACT * slope * slope * n ** 3) {
    return { slope, spread: 0, chance: Math.abs(slope) * n > rounding ? 0 : 1 };
  }
  const fit = autoregression(around);
  const model = fit.reduce((sum, weight) => sum + weight, 0) > 1 - NEAR_UNIT / n ? RANDOM_WALK : fit;
  const noise = filtered(series, model);
  // The filtered constant and the filtered time. The first is a constant; the second is a line, or a constant where the noise is a
  // random walk.
  const constant = filtered(new Float64Array(n).fill(1), model);
  const time = filtered(
    series.map((_, t) => t),
    model,
  );
  const [y, x] = [noise, time].map((each) => without(each, constant)) as [Float64Array, Float64Array];
  const square = dot(x, x);
  const steps = square > 0 ? dot(x, y) / square : 0;
  const rest = y.reduce((sum, value, t) => sum + (value - steps * x[t]!) ** 2, 0);
  const left = noise.length - 2 - model.length;
  return { slope: steps, spread, chance: left >= 1 ? chanceOfNoise((steps * steps * square * left) / rest, 1, left) : 1 };
}

/** A series without its projection on another. */
function without(values: Float64Array, other: Float64Array): Float64Array {
  const square = dot(other, other);
  const part = square > 0 ? dot(values, other) / square : 0;
  return values.map((value, t) => value - part * other[t]!);
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, t) => sum + value * b[t]!, 0);
