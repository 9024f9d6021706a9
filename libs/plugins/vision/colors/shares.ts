const DECIMALS = 4;

/** Weights as parts of their sum, with four decimals that sum to exactly 1: the rounding error goes to the parts that lost most. */
export function toShares(weights: readonly number[]): number[] {
  const steps = 10 ** DECIMALS;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (weight / sum) * steps);
  const whole = exact.map(Math.floor);
  const missing = steps - whole.reduce((total, value) => total + value, 0);
  const order = exact
    .map((value, index) => ({ index, cut: value - whole[index]! }))
    .sort((a, b) => b.cut - a.cut || a.index - b.index);
  for (const { index } of order.slice(0, missing)) whole[index]!++;
  return whole.map((value) => value / steps);
}
