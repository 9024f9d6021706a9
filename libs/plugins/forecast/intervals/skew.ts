/** How much further up than down the values of a non-negative series go: 0 is equally far, 1 as far as with factors. */
const SKEW = 0.4;
/** From this many times the prediction on, both sides grow equally. */
const STEEPEST = 2;

const sideways = (value: number) => !(value > 0);

/** How far an interval reaches above a prediction. `half` is half its width if both sides were equal. */
export function above(half: number, predicted: number): number {
  if (sideways(predicted)) return half;
  const bent = Math.min(half, STEEPEST * predicted);
  return (predicted * Math.expm1((SKEW * bent) / predicted)) / SKEW + half - bent;
}

/** How far an interval reaches below a prediction. */
export const reachBelow = (half: number, predicted: number): number =>
  sideways(predicted) ? half : (-predicted * Math.expm1((-SKEW * half) / predicted)) / SKEW;

/** The inverse of `above`: the half width that gives a distance. */
export function halfFromAbove(distance: number, predicted: number): number {
  if (sideways(predicted)) return distance;
  const bent = Math.min(distance, above(STEEPEST * predicted, predicted));
  return (predicted * Math.log1p((SKEW * bent) / predicted)) / SKEW + distance - bent;
}

/** The inverse of `reachBelow`: the half width that gives a distance; Infinity where none does. */
export function halfFromBelow(distance: number, predicted: number): number {
  if (sideways(predicted)) return distance;
  const left = (SKEW * distance) / predicted;
  return left < 1 ? (-predicted * Math.log1p(-left)) / SKEW : Infinity;
}
