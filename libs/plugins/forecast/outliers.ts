/** Values on either side that say what is usual around a value. */
const REACH = 4;
/** How many robust standard deviations from the usual a value must be to be taken for an accident. */
const FAR = 12;
const LEAST_VALUES = 8;

/**
 * The series with accidents brought back to what is usual around them, for fitting: one value of a thousand times the
 * others would else decide every parameter. A value that the season repeats is no accident, nor is a lasting change.
 */
export function withoutAccidents(series: Float64Array, period: number): Float64Array {
  if (series.length < LEAST_VALUES) return series;
  const centre = runningMedian(series);
  const rest = series.map((value, t) => value - centre[t]!);
  const usual = period > 1 && series.length >= 3 * period ? seasonalMedians(rest, period) : undefined;
  const strange = usual ? rest.map((value, t) => value - usual[t % period]!) : rest;
  const spread = 1.4826 * median(strange.map(Math.abs));
  if (!(spread > 0)) return series;
  return series.map((value, t) => {
    const distance = strange[t]!;
    return Math.abs(distance) > FAR * spread ? value - distance + Math.sign(distance) * 3 * spread : value;
  });
}

function runningMedian(series: Float64Array): Float64Array {
  return series.map((_, t) => median(series.slice(Math.max(0, t - REACH), t + REACH + 1)));
}

function seasonalMedians(rest: Float64Array, period: number): Float64Array {
  return Float64Array.from({ length: period }, (_, i) => median(rest.filter((_value, t) => t % period === i)));
}

function median(values: Float64Array): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
