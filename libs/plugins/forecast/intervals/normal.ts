/**
 * The standard normal quantile, by Acklam's rational approximation (relative error under 1.2e-9), for 0.5 ≤ p ≤ 1: 1 counts as
 * the largest number below it, because no answer holds an infinite bound.
 */
export function normalQuantile(p: number): number {
  if (p > 0.975_75) {
    const q = Math.sqrt(-2 * Math.log(Math.max(1 - p, Number.EPSILON / 2)));
    return -polynomial(TAIL, q) / (polynomial(TAIL_BELOW, q) * q + 1);
  }
  const q = p - 0.5;
  return (polynomial(CENTRE, q * q) * q) / (polynomial(CENTRE_BELOW, q * q) * q * q + 1);
}

/** The chance of a standard normal value above `z`, by Abramowitz and Stegun 26.2.17 (error under 7.5e-8). */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const t = 1 / (1 + 0.231_641_9 * z);
  return (polynomial(TAIL_AREA, t) * t * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

const polynomial = (coefficients: readonly number[], x: number) => coefficients.reduce((sum, c) => sum * x + c, 0);

const TAIL = [
  ...[-7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838],
  ...[-2.549732539343734, 4.374664141464968, 2.938163982698783],
];
const TAIL_BELOW = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];
const CENTRE = [
  ...[-3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2],
  ...[1.38357751867269e2, -3.066479806614716e1, 2.506628277459239],
];
const CENTRE_BELOW = [
  ...[-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2],
  ...[6.680131188771972e1, -1.328068155288572e1],
];
const TAIL_AREA = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
