import type { Member } from '../member';

/** Repeats the last season; with a period of 1, the last value. */
export function seasonalNaive(series: Float64Array, period: number): Member {
  const n = series.length;
  let sse = 0;
  for (let t = period; t < n; t++) sse += (series[t]! - series[t - period]!) ** 2;
  return { sse, forecast: (horizon) => Float64Array.from({ length: horizon }, (_, k) => series[n - period + (k % period)]!) };
}

/** Continues the line from the first value to the last. */
export function drift(series: Float64Array): Member {
  const n = series.length;
  const slope = (series[n - 1]! - series[0]!) / (n - 1);
  let sse = 0;
  for (let t = 1; t < n; t++) sse += (series[t]! - series[t - 1]! - slope) ** 2;
  return { sse, forecast: (horizon) => Float64Array.from({ length: horizon }, (_, k) => series[n - 1]! + (k + 1) * slope) };
}

/** Differences below this part of the largest value come from rounding. */
const ROUNDING = 1e-12;

/** The mean absolute and the mean squared error of repeating the last season within the history; 0 if it repeats exactly. */
export function naiveErrors(history: Float64Array, period: number): { absolute: number; square: number } {
  let [absolute, square, largest] = [0, 0, 0];
  history.forEach((value, t) => {
    largest = Math.max(largest, Math.abs(value));
    if (t < period) return;
    const error = value - history[t - period]!;
    absolute += Math.abs(error);
    square += error * error;
  });
  const count = Math.max(1, history.length - period);
  return absolute <= ROUNDING * largest * count
    ? { absolute: 0, square: 0 }
    : { absolute: absolute / count, square: square / count };
}
