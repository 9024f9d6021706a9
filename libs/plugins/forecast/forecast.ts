import { backtest, type Backtest } from './backtest';
import { fitEnsemble, type FitOptions } from './ensemble';
import { isRare, type ForecastMethod } from './methods';
import { NO_GROWTH, findGrowth } from './growth';
import { boundsFrom } from './intervals/bounds';
import { TABLES, type IntervalTables } from './intervals/intervals';
import { clamp } from './member';
import { onLastLevel } from './changepoints/level-shifts';
import { withoutAccidents } from './history/outliers';
import { NO_PERIOD, findPeriod } from './season/period';
import { findYear } from './season/year';
import { findTrend, type Trend } from './season/trend';

/**
 * From this quantile on, the bounds of rare demand contain its mean, which its median does not reach. No interval has an upper
 * bound at a lower quantile.
 */
const UPPER_FROM = 0.75;

export interface ForecastQuestion {
  /** Regular and without gaps. */
  values: Float64Array;
  /** How long a season may be, likeliest first. */
  periods: readonly number[];
  horizon: number;
  /** Probability that each value lies between its bounds. */
  level: number;
  /** Limits that the values cannot exceed; absent: as the history suggests. */
  bounds?: IntervalBounds;
  /** The combination, or `tsb` for rare demand, when absent. */
  method?: ForecastMethod;
  /** The tables that give the intervals; absent: those of the service. */
  tables?: IntervalTables;
}

export interface IntervalBounds {
  lower?: number;
  upper?: number;
}

export interface Forecast {
  predicted: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  /** The prediction without season or bounds. */
  level: Float64Array;
  /** The value below which a given part of the values lies. */
  quantile: (part: number) => Float64Array;
  algorithm: string;
  period: number;
  trend: Trend;
  bounds: IntervalBounds;
  test: Backtest;
  /** The index of the first value on a late new level, if there is one. */
  levelSince?: number;
}

/** A series without negative values stays non-negative, and a series of shares stays between 0 and 1. */
export function usualBounds(values: Float64Array): IntervalBounds {
  if (values.some((value) => value < 0)) return {};
  return values.some((value) => value > 1) ? { lower: 0 } : { lower: 0, upper: 1 };
}

/** The forecast of a series. */
export function forecast(question: ForecastQuestion): Forecast {
  const { values, periods, horizon, method = 'auto' } = question;
  const year = method === 'auto' && !isRare(values) ? findYear(values, periods) : undefined;
  if (!year) return withoutYear(question);
  const { lower = -Infinity, upper = Infinity } = question.bounds ?? usualBounds(values);
  const rest = withoutYear({ ...question, values: values.map((value, t) => value - year.past[t]!), bounds: {} });
  const added = year.ahead(horizon);
  const put = (ahead: Float64Array) => ahead.map((value, k) => clamp(value + added[k]!, lower, upper));
  return {
    ...rest,
    predicted: put(rest.predicted),
    lower: put(rest.lower),
    upper: put(rest.upper),
    quantile: (part) => put(rest.quantile(part)),
    algorithm: `${rest.algorithm} + year`,
    bounds: question.bounds ?? usualBounds(values),
  };
}

function withoutYear(question: ForecastQuestion): Forecast {
  const { periods, horizon, level, bounds = usualBounds(question.values), tables = TABLES } = question;
  const { values, at: levelSince } = onLastLevel(question.values, periods);
  const period = findPeriod(values, periods);
  const sound = withoutAccidents(values, period.length);
  const method = question.method ?? (!period.isProven && isRare(values) ? 'tsb' : 'auto');
  const growth = method === 'tsb' ? NO_GROWTH : findGrowth(sound, period);
  const options: FitOptions = { byFactors: growth.byFactors, method };
  const fitted = fitEnsemble(sound, period, options);
  const { lower = -Infinity, upper = Infinity } = bounds;
  const within = (each: Float64Array) => each.map((value) => clamp(value, lower, upper));
  const predicted = fitted.forecast(horizon);
  const tested = fitted.period > 1 ? period : NO_PERIOD;
  const test = backtest(question.values, {
    period: tested,
    periods: horizon,
    fit: (known) =>
      fitEnsemble(levelSince === undefined ? known : onLastLevel(known, periods).values, tested, {
        ...options,
        near: fitted.near,
      }),
    bySums: method === 'tsb',
    tables,
  });
  const usual = boundsFrom({ fitted, predicted, values: sound, growth, misses: test.misses, tables });
  const quantile = (part: number) => {
    const band = fitted.band?.(Math.abs(2 * part - 1));
    if (!band) return within(usual(part));
    if (part < 0.5) return within(predicted.map((value) => Math.min(value, band.lower)));
    return within(predicted.map((value) => (part < UPPER_FROM ? band.upper : Math.max(value, band.upper))));
  };
  return {
    predicted: within(predicted),
    lower: quantile((1 - level) / 2),
    upper: quantile((1 + level) / 2),
    level: fitted.level(horizon),
    quantile,
    algorithm: fitted.algorithm,
    period: fitted.period,
    trend: findTrend(sound, fitted, periods),
    bounds,
    levelSince,
    test,
  };
}
