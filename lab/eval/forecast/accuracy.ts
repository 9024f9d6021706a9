/** The measures of the M4 competition (Makridakis, Spiliotis and Assimakopoulos, 2020), for one series. */

/** Symmetric mean absolute percentage error, 0 to 200. */
export function smape(actual: readonly number[], predicted: readonly number[]): number {
  const part = (y: number, f: number) => (y === f ? 0 : (200 * Math.abs(y - f)) / (Math.abs(y) + Math.abs(f)));
  return mean(actual.map((y, k) => part(y, predicted[k]!)));
}

/** Mean absolute error of repeating the last season within the history. */
export function naiveScale(history: readonly number[], period: number): number {
  return mean(history.slice(period).map((value, t) => Math.abs(value - history[t]!)));
}

/** Mean absolute error over `scale`. */
export const mase = (actual: readonly number[], predicted: readonly number[], scale: number): number =>
  mean(actual.map((y, k) => Math.abs(y - predicted[k]!))) / scale;

export interface Bounds {
  lower: readonly number[];
  upper: readonly number[];
}

/** Mean scaled interval score for intervals of 95 %: the width, and 40 times what lies outside. */
export function msis(actual: readonly number[], { lower, upper }: Bounds, scale: number): number {
  const part = (y: number, low: number, high: number) => high - low + 40 * (Math.max(0, low - y) + Math.max(0, y - high));
  return mean(actual.map((y, k) => part(y, lower[k]!, upper[k]!))) / scale;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
