import { normalTail } from '../intervals/normal';

/** How often noise may pass. */
export const LEVEL = 0.01;

/** How often noise shows such a ratio of variances with these degrees of freedom, or a larger one. */
export const chanceOfNoise = (ratio: number, above: number, below: number): number => normalTail(normalOfF(ratio, above, below));

/** What a value of the F distribution is in standard normal ones, by Paulson's approximation. Noise never shows an infinite one. */
function normalOfF(ratio: number, above: number, below: number): number {
  if (ratio === Infinity) return Infinity;
  const [a, b] = [2 / (9 * above), 2 / (9 * below)];
  const root = Math.cbrt(ratio);
  return ((1 - b) * root - (1 - a)) / Math.sqrt(b * root * root + a);
}
