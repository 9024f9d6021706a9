import { normalTail } from '../intervals/normal';

/** The chance with which noise may pass the test. */
export const LEVEL = 0.01;

/** The chance that noise shows such a ratio of variances, or a larger one, with these degrees of freedom. */
export const chanceOfNoise = (ratio: number, above: number, below: number): number => normalTail(normalOfF(ratio, above, below));

/**
 * Converts a value of the F distribution to a standard normal one, by Paulson's approximation. Noise never shows an infinite value.
 */
function normalOfF(ratio: number, above: number, below: number): number {
  if (ratio === Infinity) return Infinity;
  const [a, b] = [2 / (9 * above), 2 / (9 * below)];
  const root = Math.cbrt(ratio);
  return ((1 - b) * root - (1 - a)) / Math.sqrt(b * root * root + a);
}
