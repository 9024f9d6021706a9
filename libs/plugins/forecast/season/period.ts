import { testSeason } from './season-test';

/** A length that a season may have, and how surely the series follows it. */
export interface Period {
  length: number;
  /** Whether it is beyond doubt; only then is it reported. */
  isProven: boolean;
  /** How much of what the season seems to be is more than noise: 0 none, 1 all. */
  certainty: number;
}

export const NO_PERIOD: Period = { length: 1, isProven: false, certainty: 0 };

/**
 * The longest of the periods that says more than the shorter ones that the series has; if none is beyond doubt, the likeliest.
 */
export function findPeriod(series: Float64Array, candidates: readonly number[]): Period {
  let best = NO_PERIOD;
  for (const length of candidates.filter((period) => period > 1).sort((a, b) => a - b)) {
    const within = best.isProven && length % best.length === 0 ? best.length : 1;
    const found = testSeason(series, length, within);
    if (found.isProven || (!best.isProven && found.certainty > best.certainty)) best = { length, ...found };
  }
  return best;
}
