import type { Fitted } from './ensemble';
import { normalQuantile } from './normal';

/** Half the width of the interval that holds each of the next values with the probability `level`. */
export function halfWidths(fitted: Fitted, level: number, horizon: number): Float64Array {
  const z = normalQuantile((1 + level) / 2);
  return fitted.growth(horizon).map((growth) => z * fitted.sigma * growth);
}
