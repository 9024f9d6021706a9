/** A value is an accident if it is this many times further from the middle than all others. */
const FAR = 20;
/** At most one value in this many is an outlier; a shorter series may have one. */
const RARE = 50;
const MIN_VALUES = 8;

/**
 * Replaces accidents by the values around them, for fitting: a single value a thousand times the others would decide every
 * parameter. Only values far outside all others count: milder clipping made the forecasts worse on held-out ends of histories.
 */
export function withoutAccidents(series: Float64Array, period: number): Float64Array {
  const n = series.length;
  if (n < MIN_VALUES) return series;
  const middle = Float64Array.from(series).sort()[n >> 1]!;
  const distance = series.map((value) => Math.abs(value - middle));
  const sorted = Float64Array.from(distance).sort().reverse();
  const maxOutliers = Math.max(1, Math.floor(n / RARE));
  let count = maxOutliers;
  while (count > 0 && !isFar(sorted[count - 1]!, Math.max(sorted[count]!, Math.abs(middle)))) count--;
  if (count === 0) return series;
  const accident = (t: number) => distance[t]! >= sorted[count - 1]!;
  return series.map((value, t) => (accident(t) ? around(series, t, { period, accident }) : value));
}

/** In a series of zeros nothing counts as far: a single sale is not an outlier. */
const isFar = (distance: number, others: number) => others > 0 && distance > FAR * others;

/** The mean of the nearest sound values on either side; with a season, those one season away. */
function around(
  series: Float64Array,
  t: number,
  { period, accident }: { period: number; accident: (t: number) => boolean },
): number {
  const step = series.length >= 2 * period + 1 ? period : 1;
  const sound: number[] = [];
  for (const direction of [-step, step]) {
    let u = t + direction;
    while (u >= 0 && u < series.length && accident(u)) u += direction;
    if (u >= 0 && u < series.length) sound.push(series[u]!);
  }
  return sound.length > 0 ? sound.reduce((sum, value) => sum + value, 0) / sound.length : 0;
}
