const MAX_LAGS = 2;

/**
 * The weights of the latest values in the next one, by Burg's method. The corrected Akaike criterion decides how many there are.
 */
export function autoregression(series: Float64Array): number[] {
  const n = series.length;
  let forward = series;
  let backward = series;
  let weights: number[] = [];
  let best = weights;
  let variance = series.reduce((sum, value) => sum + value * value, 0) / n;
  let lowest = n * Math.log(Math.max(variance, Number.MIN_VALUE));
  for (let lag = 1; lag <= Math.min(MAX_LAGS, n - 3); lag++) {
    let product = 0;
    let square = 0;
    for (let t = lag; t < n; t++) {
      product += forward[t]! * backward[t - 1]!;
      square += forward[t]! ** 2 + backward[t - 1]! ** 2;
    }
    const reflection = square > 0 ? (2 * product) / square : 0;
    weights = [...weights.map((weight, i) => weight - reflection * weights[lag - 2 - i]!), reflection];
    const [before, behind] = [forward, backward];
    forward = before.map((value, t) => (t < lag ? value : value - reflection * behind[t - 1]!));
    backward = before.map((value, t) => (t < lag ? value : behind[t - 1]! - reflection * value));
    variance *= 1 - reflection * reflection;
    const criterion = n * Math.log(Math.max(variance, Number.MIN_VALUE)) + (2 * lag * n) / (n - lag - 2);
    if (criterion >= lowest) continue;
    lowest = criterion;
    best = weights;
  }
  return best;
}

/** The part of each value that the values before it do not explain. The first values have none: as many as there are weights. */
export const filtered = (series: Float64Array, weights: readonly number[]): Float64Array =>
  series
    .subarray(weights.length)
    .map((value, t) => weights.reduce((rest, weight, i) => rest - weight * series[t + weights.length - 1 - i]!, value));
