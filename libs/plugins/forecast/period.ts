/** Periods as long as this are tried. */
const LEAST_PERIODS = 3;
/** A longer period must be better by this much to be taken instead of a shorter one. */
const MARGIN = 0.01;

/** A length that a season may have, and whether the series follows it. */
export interface Period {
  length: number;
  /** By the test; a season that fails it may still be there, faintly. */
  tested: boolean;
}

export const NO_PERIOD: Period = { length: 1, tested: false };

/**
 * Of the periods that may be, the one that the series follows best; where it follows none beyond doubt, the first that it is
 * long enough for.
 */
export function periodOf(series: Float64Array, candidates: readonly number[]): Period {
  const possible = candidates.filter((period) => period > 1 && series.length >= LEAST_PERIODS * period);
  let best: Period = possible.length > 0 ? { length: possible[0]!, tested: false } : NO_PERIOD;
  let most = -Infinity;
  for (const period of [...possible].sort((a, b) => a - b)) {
    const { last, below } = autocorrelation(series, period);
    if (!isBeyondChance(last, below, series.length)) continue;
    // The estimate sums n − period products: without this a long period would always look weaker.
    const fair = (last * series.length) / (series.length - period);
    if (fair <= most + MARGIN) continue;
    most = fair;
    best = { length: period, tested: true };
  }
  return best;
}

/**
 * Whether the autocorrelation at the period is beyond 90 % of what noise with the shorter lags' correlation shows: the
 * test of the M4 competition. Needs three periods.
 */
export function isSeasonal(series: Float64Array, period: number): boolean {
  if (period < 2 || series.length < LEAST_PERIODS * period) return false;
  const { last, below } = autocorrelation(series, period);
  return isBeyondChance(last, below, series.length);
}

const isBeyondChance = (last: number, below: number, n: number) =>
  Math.abs(last) > (1.645 / Math.sqrt(n)) * Math.sqrt(1 + 2 * below);

/** The autocorrelation at a lag, and the sum of the squares of those at shorter lags. */
function autocorrelation(series: Float64Array, lag: number): { last: number; below: number } {
  const n = series.length;
  const mean = series.reduce((sum, value) => sum + value, 0) / n;
  const centred = series.map((value) => value - mean);
  const variance = centred.reduce((sum, value) => sum + value * value, 0);
  let below = 0;
  let last = 0;
  if (!(variance > 0)) return { last, below };
  for (let k = 1; k <= lag; k++) {
    let sum = 0;
    for (let t = k; t < n; t++) sum += centred[t]! * centred[t - k]!;
    last = sum / variance;
    if (k < lag) below += last * last;
  }
  return { last, below };
}
