import { backtest, type Backtest } from './backtest';
import { fitEnsemble } from './ensemble';
import { halfWidths } from './intervals';
import { withoutAccidents } from './outliers';
import { NO_PERIOD, periodOf } from './period';
import { trendOf, type Trend } from './trend';

export interface ForecastQuestion {
  /** Regular and without gaps. */
  values: Float64Array;
  /** How long a season may be, likeliest first. */
  periods: readonly number[];
  horizon: number;
  /** Probability with which each value shall lie between its bounds. */
  level: number;
}

export interface Forecast {
  predicted: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  algorithm: string;
  period: number;
  trend: Trend;
  test: Backtest;
}

/** What comes after a series. One without negative values stays so. */
export function forecast({ values, periods, horizon, level }: ForecastQuestion): Forecast {
  const period = periodOf(values, periods);
  const fitted = fitEnsemble(withoutAccidents(values, period.length), period);
  const least = values.every((value) => value >= 0) ? 0 : -Infinity;
  const above = (bounds: Float64Array) => bounds.map((value) => Math.max(least, value));
  const predicted = fitted.forecast(horizon);
  const half = halfWidths(fitted, level, horizon);
  return {
    predicted: above(predicted),
    lower: above(predicted.map((value, k) => value - half[k]!)),
    upper: above(predicted.map((value, k) => value + half[k]!)),
    algorithm: fitted.algorithm,
    period: fitted.period,
    trend: trendOf(fitted),
    test: backtest(values, fitted.period > 1 ? period : NO_PERIOD, horizon),
  };
}
