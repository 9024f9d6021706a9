import { line, type Member } from '../member';
import { smoothing } from './smoothing';

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
