import { forecast } from '../forecast';
import { naiveErrors, seasonalNaive } from '../members/naive';

interface RollingQuestion {
  /** Regular and without gaps. */
  values: Float64Array;
  periods: readonly number[];
  horizon: number;
  origins: number;
  step: number;
  level: number;
}

/** One forecast from an earlier point of the history. */
export interface Rolled {
  /** How many values the forecast knew. */
  known: number;
  /** The period of the season that the forecast found. */
  period: number;
  predicted: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  /** Mean absolute and mean squared error of repeating the last season within the known values. */
  naive: { absolute: number; square: number };
}

/** The minimum number of values that a forecast knows. */
const SHORTEST = 3;

/** The number of known values for each forecast, the earliest forecast first. */
export function listOrigins({
  values,
  horizon,
  origins,
  step,
}: Pick<RollingQuestion, 'values' | 'horizon' | 'origins' | 'step'>): number[] {
  const last = values.length - horizon;
  const earliest = Math.max(SHORTEST, Math.ceil(values.length / 3));
  const found: number[] = [];
  for (let known = last; known >= earliest && found.length < origins; known -= step) found.unshift(known);
  return found;
}

/** Forecasts successive parts of a series from the values before them. */
export function rolled(question: RollingQuestion): Rolled[] {
  const { values, periods, horizon, level } = question;
  return listOrigins(question).map((known) => {
    const history = values.slice(0, known);
    const { predicted, lower, upper, period } = forecast({ values: history, periods, horizon, level });
    return { known, period, predicted, lower, upper, naive: naiveErrors(history, period) };
  });
}

/** What repeating the last value, or the last season, predicts from an origin. */
export const repeated = (
  values: Float64Array,
  known: number,
  { period, horizon }: { period: number; horizon: number },
): Float64Array => seasonalNaive(values.slice(0, known), Math.min(period, known)).forecast(horizon);
