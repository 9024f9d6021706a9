import type { Fitted } from './fitted';
import { withoutAccidents } from './history/outliers';
import { widthsFrom, type IntervalTables } from './intervals/intervals';
import { naiveErrors } from './members/naive';
import type { Period } from './season/period';

/** How the forecast would have done on the end of the history. */
export interface Backtest {
  /** 1 − Σ|error| ÷ Σ|value| over the tested periods, at least 0. */
  accuracy: number;
  /** Mean absolute error, divided by that of repeating the last season within the history; undefined if the latter is 0. */
  mase: number | undefined;
  /** Each absolute error, divided by half the width of its 95 % interval from other series. */
  misses: number[];
}

const ORIGINS = 3;
/** The maximum number of values that a test fits: the parameters hardly change with more. */
const LONGEST_TRAINING = 400;
const LONGEST_TEST = 48;
/** Level of the intervals that the errors are compared with. */
const LEVEL = 0.95;
/** A season is tested only on at least one and a half cycles. */
const MIN_TURNS = 1.5;

interface BacktestOptions {
  period: Period;
  periods: number;
  /** Fits as the forecast itself does. */
  fit: (values: Float64Array) => Fitted;
  /** Whether to score the sum over each test rather than its periods: nothing tells in which period a rare demand comes. */
  bySums: boolean;
  tables: IntervalTables;
}

/** Forecasts the last parts of the history from the values before them, and compares. */
export function backtest(values: Float64Array, { period, periods, fit, bySums, tables }: BacktestOptions): Backtest {
  const n = values.length;
  const size = Math.max(1, Math.min(periods, LONGEST_TEST, Math.floor(n / 4)));
  let missed = 0;
  let missedSums = 0;
  let tested = 0;
  let count = 0;
  const misses: number[] = [];
  const earliest = Math.max(2, n / 2, MIN_TURNS * period.length);
  for (let origin = n - size; origin >= earliest && count < ORIGINS * size; origin -= size) {
    const training = values.subarray(Math.max(0, origin - Math.max(LONGEST_TRAINING, 3 * period.length)), origin);
    const fitted = fit(withoutAccidents(training, period.length));
    const expected = fitted.forecast(size);
    const { usual, share } = widthsFrom(fitted, size, tables);
    let [sum, expectedSum] = [0, 0];
    for (let k = 0; k < size; k++, count++) {
      const miss = Math.abs(values[origin + k]! - expected[k]!);
      missed += miss;
      const width = share(LEVEL) * usual[k]!;
      if (width > 0) misses.push(miss / width);
      tested += Math.abs(values[origin + k]!);
      sum += values[origin + k]!;
      expectedSum += expected[k]!;
    }
    missedSums += Math.abs(sum - expectedSum);
  }
  const naive = naiveErrors(values, period.length).absolute;
  return {
    accuracy: missed === 0 ? 1 : Math.max(0, 1 - (bySums ? missedSums : missed) / tested),
    mase: naive > 0 ? missed / count / naive : undefined,
    misses,
  };
}
