import { autoregression, filtered } from '../autoregression';
import { isBeyondNoise } from './f-test';
import { line } from '../members/member';

/** Noise whose weights sum to more than one less this over its length is taken for a random walk: a short one seems to return to its line. */
const NEAR_UNIT = 10;
const RANDOM_WALK = [1];

/** The slope of the line through a series with autocorrelated noise, by generalised least squares. */
export function slopeOf(series: Float64Array): { slope: number; isProven: boolean } {
  const n = series.length;
  const { intercept, slope } = line(series);
  const fit = autoregression(series.map((value, t) => value - intercept - slope * (t + 1)));
  const model = fit.reduce((sum, weight) => sum + weight, 0) > 1 - NEAR_UNIT / n ? RANDOM_WALK : fit;
  const values = filtered(series, model);
  // What the filter makes of a constant and of time: a constant, and a line that is one too where the noise is a random walk.
  const constant = filtered(new Float64Array(n).fill(1), model);
  const time = filtered(
    series.map((_, t) => t),
    model,
  );
  const [y, x] = [values, time].map((each) => without(each, constant)) as [Float64Array, Float64Array];
  const square = dot(x, x);
  const steps = square > 0 ? dot(x, y) / square : 0;
  const rest = y.reduce((sum, value, t) => sum + (value - steps * x[t]!) ** 2, 0);
  const left = values.length - 2 - model.length;
  return { slope: steps, isProven: left >= 1 && isBeyondNoise((steps * steps * square * left) / rest, 1, left) };
}

/** What is left of a series when its part along another is taken off. */
function without(values: Float64Array, other: Float64Array): Float64Array {
  const square = dot(other, other);
  const part = square > 0 ? dot(values, other) / square : 0;
  return values.map((value, t) => value - part * other[t]!);
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, t) => sum + value * b[t]!, 0);
