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
