import { backtest, type Backtest } from './backtest';
import { fitEnsemble } from './ensemble';
import { growsByFactors } from './growth';
import { halfWidths } from './intervals/intervals';
import { clamp } from './members/member';
import { withoutAccidents } from './history/outliers';
import { NO_PERIOD, findPeriod } from './season/period';
import { findTrend, type Trend } from './season/trend';

export interface ForecastQuestion {
  /** Regular and without gaps. */
  values: Float64Array;
  /** How long a season may be, likeliest first. */
  periods: readonly number[];
  horizon: number;
  /** Probability with which each value shall lie between its bounds. */
  level: number;
  /** What the values cannot leave; absent: what the history suggests. */
  bounds?: Bounds;
}

export interface Bounds {
  lower?: number;
  upper?: number;
}

export interface Forecast {
  predicted: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  algorithm: string;
  period: number;
  trend: Trend;
  bounds: Bounds;
  test: Backtest;
}

/** A series without negative values stays so, and one of shares, all between 0 and 1, stays between them. */
export function usualBounds(values: Float64Array): Bounds {
  if (values.some((value) => value < 0)) return {};
  return values.some((value) => value > 1) ? { lower: 0 } : { lower: 0, upper: 1 };
}

/** The forecast of a series. */
export function forecast({ values, periods, horizon, level, bounds = usualBounds(values) }: ForecastQuestion): Forecast {
  const period = findPeriod(values, periods);
  const sound = withoutAccidents(values, period.length);
  const byFactors = growsByFactors(sound, period);
  const fitted = fitEnsemble(sound, period, byFactors);
  const { lower = -Infinity, upper = Infinity } = bounds;
  const within = (each: Float64Array) => each.map((value) => clamp(value, lower, upper));
  const predicted = fitted.forecast(horizon);
  const half = halfWidths(fitted, level, horizon);
  return {
    predicted: within(predicted),
    lower: within(predicted.map((value, k) => value - half[k]!)),
    upper: within(predicted.map((value, k) => value + half[k]!)),
    algorithm: fitted.algorithm,
    period: fitted.period,
    trend: findTrend(sound, fitted, periods),
    bounds,
    test: backtest(values, { period: fitted.period > 1 ? period : NO_PERIOD, periods: horizon, byFactors }),
  };
}
