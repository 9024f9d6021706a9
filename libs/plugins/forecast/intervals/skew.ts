/** How much further up than down the values of a series without negative ones go: 0 not at all, 1 as factors do. */
const SKEW = 0.4;
/** From this many times the prediction on, both sides grow alike. */
const STEEPEST = 2;

const sideways = (value: number) => !(value > 0);

/** How far an interval reaches above a prediction, of which half the width would be `half` if both sides were alike. */
export function above(half: number, predicted: number): number {
  if (sideways(predicted)) return half;
  const bent = Math.min(half, STEEPEST * predicted);
  return (predicted * Math.expm1((SKEW * bent) / predicted)) / SKEW + half - bent;
}

/** How far it reaches below. */
export const below = (half: number, predicted: number): number =>
  sideways(predicted) ? half : (-predicted * Math.expm1((-SKEW * half) / predicted)) / SKEW;

/** The half width of which `above` makes a distance. */
export function halfFromAbove(distance: number, predicted: number): number {
  if (sideways(predicted)) return distance;
  const bent = Math.min(distance, above(STEEPEST * predicted, predicted));
  return (predicted * Math.log1p((SKEW * bent) / predicted)) / SKEW + distance - bent;
}

/** The half width of which `below` makes a distance; Infinity where none does. */
export function halfFromBelow(distance: number, predicted: number): number {
  if (sideways(predicted)) return distance;
  const left = (SKEW * distance) / predicted;
  return left < 1 ? (-predicted * Math.log1p(-left)) / SKEW : Infinity;
}
