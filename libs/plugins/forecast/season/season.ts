export type SeasonKind = 'additive' | 'multiplicative';

/** A season: each place in the period adds an index to the level, or multiplies it. */
export interface Season {
  kind: SeasonKind;
  /** One index for each place; `indices[t % period]` belongs to value `t` of the series. */
  indices: Float64Array;
}

/** A smaller multiplicative index would blow up the deseasonalised values. */
const MIN_INDEX = 0.01;

/** The centred moving average over one period; NaN if the window leaves the series. */
function movingAverage(series: Float64Array, period: number): Float64Array {
  const half = period >> 1;
  const even = period % 2 === 0;
  const average = new Float64Array(series.length).fill(NaN);
  for (let t = half; t < series.length - half; t++) {
    let sum = even ? (series[t - half]! + series[t + half]!) / 2 : 0;
    const reach = even ? half - 1 : half;
    for (let j = -reach; j <= reach; j++) sum += series[t + j]!;
    average[t] = sum / period;
  }
  return average;
}

/** The seasonal indices of a classical decomposition: mean distance from the moving average, normalised to 0 or to 1. */
export function seasonalIndices(series: Float64Array, period: number, kind: SeasonKind): Float64Array {
  const distances = distancesFrom(movingAverage(series, period), series, kind);
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  for (let t = 0; t < series.length; t++) {
    if (!Number.isFinite(distances[t]!)) continue;
    sums[t % period]! += distances[t]!;
    counts[t % period]! += 1;
  }
  const indices = sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : neutralOf(kind)));
  const mean = indices.reduce((sum, index) => sum + index, 0) / period;
  return indices.map((index) => (kind === 'multiplicative' ? index / mean : index - mean));
}

/** A moving average leaves half a turn at each end without a value. With fewer turns than this, too little remains. */
const SHORT_TURNS = 3;

/** Whether a series is too short to find its indices by a moving average. */
export const isShortFor = (series: Float64Array, period: number): boolean => series.length < SHORT_TURNS * period;

/**
 * The mean distance of each place from a common line, normalised to 0. The line has the mean slope of the places from turn to turn.
 */
function indicesAlongLine(series: Float64Array, period: number): Float64Array {
  let change = 0;
  for (let t = period; t < series.length; t++) change += (series[t]! - series[t - period]!) / (series.length - period);
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  series.forEach((value, t) => {
    sums[t % period]! += value - (change * t) / period;
    counts[t % period]! += 1;
  });
  const means = sums.map((sum, i) => sum / counts[i]!);
  const mean = means.reduce((sum, each) => sum + each, 0) / period;
  return means.map((each) => each - mean);
}

function shortSeason(series: Float64Array, period: number): Season {
  if (series.some((value) => value <= 0)) return { kind: 'additive', indices: indicesAlongLine(series, period) };
  const factors = indicesAlongLine(series.map(Math.log), period).map(Math.exp);
  const mean = factors.reduce((sum, each) => sum + each, 0) / period;
  return { kind: 'multiplicative', indices: factors.map((each) => each / mean) };
}

/** The season of a series: multiplicative where all values are positive and no index is almost 0, else additive. */
export function estimateSeason(series: Float64Array, period: number): Season {
  if (isShortFor(series, period)) return shortSeason(series, period);
  if (series.every((value) => value > 0)) {
    const indices = seasonalIndices(series, period, 'multiplicative');
    if (indices.every((index) => index >= MIN_INDEX)) return { kind: 'multiplicative', indices };
  }
  return { kind: 'additive', indices: seasonalIndices(series, period, 'additive') };
}

/**
 * The part of the indices' spread that is more than their estimation noise: 0 none, 1 all. Shrinking them towards neutral by it is
 * the James-Stein rule (Miller and Williams, 2003). It forecasts better than taking them whole or, after a test, not at all.
 */
export function measureSeasonCertainty(series: Float64Array, season: Season): number {
  const period = season.indices.length;
  // Without a moving average, each index is computed from one or two values. Only the test of the season says how reliable they
  // are.
  if (isShortFor(series, period)) return 1;
  const neutral = neutralOf(season.kind);
  const spread = season.indices.reduce((sum, index) => sum + (index - neutral) ** 2, 0) / (period - 1);
  const distances = distancesFrom(movingAverage(series, period), series, season.kind);
  let rest = 0;
  let count = 0;
  distances.forEach((distance, t) => {
    if (!Number.isFinite(distance)) return;
    rest += (distance - season.indices[t % period]!) ** 2;
    count++;
  });
  const noise = ((rest / Math.max(1, count)) * period) / series.length;
  return spread > 0 ? Math.max(0, 1 - noise / spread) : 0;
}

/** The season pulled towards neutral: `part` 1 leaves it, 0 takes it away. */
export function shrunk({ kind, indices }: Season, part: number): Season {
  const neutral = neutralOf(kind);
  return { kind, indices: indices.map((index) => neutral + part * (index - neutral)) };
}

const neutralOf = (kind: SeasonKind) => (kind === 'multiplicative' ? 1 : 0);

const distancesFrom = (average: Float64Array, series: Float64Array, kind: SeasonKind) =>
  series.map((value, t) => (kind === 'multiplicative' ? value / average[t]! : value - average[t]!));

export function withoutSeason(series: Float64Array, { kind, indices }: Season): Float64Array {
  const index = (t: number) => indices[t % indices.length]!;
  return series.map((value, t) => (kind === 'multiplicative' ? value / index(t) : value - index(t)));
}

/** Adds the season to values that follow `after` values of the series. */
export function withSeason(values: Float64Array, { kind, indices }: Season, after: number): Float64Array {
  const index = (k: number) => indices[(after + k) % indices.length]!;
  return values.map((value, k) => (kind === 'multiplicative' ? value * index(k) : value + index(k)));
}

/** The part of the variance around the moving average that the season explains: 0 none, 1 all (Wang, Smith and Hyndman, 2006). */
export function seasonalStrength(series: Float64Array, season: Season): number {
  const average = movingAverage(series, season.indices.length);
  let rest = 0;
  let all = 0;
  for (let t = 0; t < series.length; t++) {
    if (Number.isNaN(average[t]!)) continue;
    const index = season.indices[t % season.indices.length]!;
    const expected = season.kind === 'multiplicative' ? average[t]! * index : average[t]! + index;
    rest += (series[t]! - expected) ** 2;
    all += (series[t]! - average[t]!) ** 2;
  }
  return all > 0 ? Math.max(0, 1 - rest / all) : 0;
}
