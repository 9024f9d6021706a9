import { NO_SEASON } from '../calendar/regular-times';
import { findExactCycle } from './exact-cycle';
import { testSeason } from './season-test';

/** A possible length of the season, and how surely the series follows it. */
export interface Period {
  length: number;
  /** Whether the season is beyond doubt; only then is it reported. */
  isProven: boolean;
  /** The part of the apparent season that is more than noise: 0 none, 1 all. */
  certainty: number;
}

export const NO_PERIOD: Period = { length: 1, isProven: false, certainty: 0 };

/**
 * The length of an exact cycle, or else the longest candidate that explains more than the shorter ones; if none is beyond doubt, the
 * likeliest. With `NO_SEASON` among the candidates, a cycle of another length does not count.
 */
export function findPeriod(series: Float64Array, candidates: readonly number[]): Period {
  const cycle = findExactCycle(series);
  if (cycle !== undefined && (!candidates.includes(NO_SEASON) || candidates.includes(cycle)))
    return { length: cycle, isProven: true, certainty: 1 };
  let best = NO_PERIOD;
  for (const length of candidates.filter((period) => period > 1).sort((a, b) => a - b)) {
    const within = best.isProven && length % best.length === 0 ? best.length : 1;
    const found = testSeason(series, length, within);
    if (found.isProven || (!best.isProven && found.certainty > best.certainty)) best = { length, ...found };
  }
  return best;
}
