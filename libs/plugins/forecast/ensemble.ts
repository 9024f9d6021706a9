import { complexSmoothing } from './members/complex-smoothing';
import { damped, type Damped } from './members/damped';
import { dynamicTheta } from './members/dynamic-theta';
import { holt, holtWinters, type SeasonalSmoothed } from './members/holt-winters';
import { clamp, type Member } from './member';
import { drift, seasonalNaive } from './members/naive';
import { theta } from './members/theta';
import type { Fitted, EarlierFit } from './fitted';
import { isLine, isSimple, simply, type ForecastMethod } from './methods';
import type { Period } from './season/period';
import {
  measureSeasonCertainty,
  seasonalStrength,
  estimateSeason,
  isShortFor,
  shrunk,
  withoutSeason,
  withSeason,
} from './season/season';

/** With fewer values there is nothing to fit. */
const MIN_VALUES = 5;
/** Degrees of freedom that the damped trend's parameters and start use up. */
const FREEDOM = 5;
/** The classical indices of a longer period rest on few cycles: Holt-Winters, which learns them, gets half the weight. */
const LONG_PERIOD = 48;
/** In a year of quarters the last season alone says too little. */
const SHORT_PERIOD = 4;
/** With this many stretches of the history, the errors found in them count as much as those that the model expects. */
const STRETCHES = 2;
const MIN_GROWTH = 0.05;
/** With this many values, the unrest of the last third of the history counts half. */
const UNREST_VALUES = 30;
const CALMEST = 0.3;
const WILDEST = 1.7;
const LEVEL_MEMBERS = 'damped, dotm, theta, ces';

/** The largest exponent that leaves a forecast finite. */
const MAX_GROWTH = 300;

export interface FitOptions {
  /** Fits the logarithms of the values, which must all be positive. */
  byFactors?: boolean;
  /** The combination when absent. */
  method?: ForecastMethod;
  /** Parameters found for nearly the same values. */
  near?: EarlierFit;
}

/** Fits the combination, or one method, to a series of any scale. */
export function fitEnsemble(
  values: Float64Array,
  period: Period,
  { byFactors = false, method = 'auto', near }: FitOptions = {},
): Fitted {
  if (isSimple(method)) return simply(values, period, method);
  return byFactors ? fitLogarithms(values, period, { method, near }) : fitValues(values, period, { method, near });
}

type Fit = Required<Pick<FitOptions, 'method'>> & Pick<FitOptions, 'near'>;

function fitLogarithms(values: Float64Array, period: Period, fit: Fit): Fitted {
  const last = values[values.length - 1]!;
  const logarithms = values.map((value) => Math.log(value / last));
  const fitted = isLine(logarithms) ? simply(logarithms, period, 'drift') : fitValues(logarithms, period, fit);
  const back = (make: (horizon: number) => Float64Array) => (horizon: number) =>
    make(horizon).map((value) => last * Math.exp(clamp(value, -MAX_GROWTH, MAX_GROWTH)));
  const forecast = back(fitted.forecast);
  return {
    ...fitted,
    byFactors: true,
    algorithm: `exp ${fitted.algorithm}`,
    sigma: fitted.sigma * last,
    forecast,
    level: back(fitted.level),
    errors: (horizon) => {
      const expected = forecast(horizon);
      return fitted.errors(horizon).map((error, k) => Math.min(error, MAX_GROWTH) * expected[k]!);
    },
    season: fitted.season && { kind: 'multiplicative', indices: fitted.season.indices.map(Math.exp) },
  };
}

function fitValues(values: Float64Array, period: Period, fit: Fit): Fitted {
  const scale = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  const series = values.map((value) => value / scale);
  const fitted = fitScaled(series, period, fit);
  const scaled = (make: (horizon: number) => Float64Array) => (horizon: number) => make(horizon).map((value) => value * scale);
  const { season, sigma, forecast, level, errors } = fitted;
  return {
    ...fitted,
    season: season?.kind === 'additive' ? { ...season, indices: season.indices.map((each) => each * scale) } : season,
    sigma: sigma * scale,
    forecast: scaled(forecast),
    level: scaled(level),
    errors: scaled(errors),
  };
}

function fitScaled(series: Float64Array, period: Period, { method, near }: Fit): Fitted {
  if (series.length < MIN_VALUES) return simplest(series);
  return method === 'auto' ? combination(series, period, near) : alone(series, period, { method, near });
}

function simplest(series: Float64Array): Fitted {
  const member = series.length < 4 ? seasonalNaive(series, 1) : drift(series);
  const sigma = Math.sqrt(member.sse / (series.length - 1));
  return {
    algorithm: series.length < 4 ? 'naive' : 'drift',
    values: series.length,
    period: 1,
    sigma,
    errors: (horizon) => Float64Array.from({ length: horizon }, (_, k) => sigma * Math.sqrt(k + 1)),
    forecast: member.forecast,
    level: member.forecast,
  };
}

/** Removes the season of a series and fits the rest. */
function fitLevel(series: Float64Array, { length, isProven, certainty: proven }: Period, near?: EarlierFit) {
  const whole = length > 1 ? estimateSeason(series, length) : undefined;
  const isShort = isShortFor(series, length);
  const certainty = whole ? Math.min(measureSeasonCertainty(series, whole), isProven && !isShort ? 1 : proven) : 0;
  const season = whole && certainty > 0 ? shrunk(whole, certainty) : undefined;
  const level = season ? withoutSeason(series, season) : series;
  const trend = damped(level, near?.damped);
  // In a short season, each index is computed from few values, whose noise adds to its error.
  const indexError = season && isShort ? 1 + length / series.length : 1;
  const sigma = Math.sqrt((indexError * trend.sse) / Math.max(1, series.length - FREEDOM));
  const common = { values: series.length, sigma, season };
  return {
    common,
    level,
    trend,
    whole,
    isSeasonal: season !== undefined && isProven,
    withIndices: (ahead: Float64Array) => (season ? withSeason(ahead, season, series.length) : ahead),
    errorsOf: (forecasts: (horizon: number) => Float64Array[]) => (horizon: number) =>
      errorsAhead(trend, common, spread(forecasts(horizon))),
  };
}

function combination(series: Float64Array, period: Period, near?: EarlierFit): Fitted {
  const { length } = period;
  const { common, level, trend, whole, isSeasonal, withIndices, errorsOf } = fitLevel(series, period, near);
  const members: Member[] = [
    trend,
    dynamicTheta(level, near?.dynamicTheta),
    theta(level),
    complexSmoothing(level, near?.complex),
  ];
  if (!isSeasonal) {
    const winters = holt(level, near?.winters);
    const all = [...members, winters];
    const each = (horizon: number) => all.map((member) => member.forecast(horizon));
    const ahead = (horizon: number) => middle(each(horizon));
    return {
      ...common,
      near: nearTo(members, winters),
      algorithm: `trimmed_mean(${LEVEL_MEMBERS}, holt)`,
      period: 1,
      level: ahead,
      forecast: (horizon) => withIndices(ahead(horizon)),
      errors: errorsOf(each),
    };
  }
  const winters = holtWinters(series, length, near?.winters);
  const leans = memberWeights(winters, series, { length, strength: seasonalStrength(series, whole!) });
  const each = (horizon: number) => [
    ...members.map((member) => withIndices(member.forecast(horizon))),
    winters.forecast(horizon),
  ];
  const forecast = (horizon: number) => {
    const trimmed = middle(each(horizon));
    return leans.reduce((mixed, { member, weight }) => towards(member.forecast(horizon), mixed, weight), trimmed);
  };
  const levelAhead = (horizon: number) => middle(members.map((member) => member.forecast(horizon)));
  const names = ['', ...leans.filter(({ weight }) => weight > 0).map(({ name }) => name)].join(' + ');
  return {
    ...common,
    near: nearTo(members, winters),
    algorithm: `trimmed_mean(${LEVEL_MEMBERS}, holt_winters)${names}`,
    period: length,
    level: levelAhead,
    forecast,
    errors: errorsOf(each),
  };
}

const nearTo = ([trend, dynamic, , complex]: readonly Member[], winters: SeasonalSmoothed): EarlierFit => ({
  damped: trend!.at,
  dynamicTheta: dynamic!.at,
  complex: complex!.at,
  winters,
});

/** Fits one member by itself. */
function alone(series: Float64Array, period: Period, { method, near }: Fit): Fitted {
  const { common, level, trend, isSeasonal, withIndices, errorsOf } = fitLevel(series, period, near);
  const members: Partial<Record<ForecastMethod, () => (horizon: number) => Float64Array>> = {
    damped: () => (horizon) => withIndices(trend.forecast(horizon)),
    theta: () => {
      const member = theta(level);
      return (horizon) => withIndices(member.forecast(horizon));
    },
    holt_winters: () => (isSeasonal ? holtWinters(series, period.length) : holt(series)).forecast,
  };
  const forecast = members[method]!();
  return {
    ...common,
    algorithm: method,
    period: isSeasonal ? period.length : 1,
    level: trend.forecast,
    forecast,
    errors: errorsOf((horizon) => [forecast(horizon)]),
  };
}

interface MemberWeight {
  name: string;
  member: Member;
  weight: number;
}

/**
 * The members that the combination is drawn towards, and how far. The weights come from held-out ends of histories: see
 * docs/reference/forecast.md.
 */
function memberWeights(winters: Member, series: Float64Array, season: { length: number; strength: number }): MemberWeight[] {
  const rise = (low: number, high: number) => clamp((season.strength - low) / (high - low), 0, 1);
  return [
    { name: 'holt_winters', member: winters, weight: season.length >= LONG_PERIOD ? 0.5 : 0.5 * rise(0.8, 1) },
    {
      name: 'seasonal_naive',
      member: seasonalNaive(series, season.length),
      weight: season.length > SHORT_PERIOD ? 0.25 * rise(0.2, 0.4) : 0,
    },
  ];
}

const towards = (goal: Float64Array, from: Float64Array, weight: number) =>
  from.map((value, k) => value + weight * (goal[k]! - value));

/** The mean at each step without the smallest and the largest forecast; for four forecasts that is the median. */
function middle(forecasts: readonly Float64Array[]): Float64Array {
  return forecasts[0]!.map((_, k) => {
    const kept = forecasts
      .map((forecast) => forecast[k]!)
      .sort((a, b) => a - b)
      .slice(1, -1);
    return kept.reduce((sum, value) => sum + value, 0) / kept.length;
  });
}

/** The standard deviation of the forecasts at each step. */
function spread(forecasts: readonly Float64Array[]): Float64Array {
  return forecasts[0]!.map((_, k) => {
    const mean = forecasts.reduce((sum, forecast) => sum + forecast[k]!, 0) / forecasts.length;
    return Math.sqrt(forecasts.reduce((sum, forecast) => sum + (forecast[k]! - mean) ** 2, 0) / forecasts.length);
  });
}

/** The factor of the errors: a multiplicative season scales them too. */
export function seasonalScale({ season, values }: Pick<Fitted, 'season' | 'values'>, k: number): number {
  if (season?.kind !== 'multiplicative') return 1;
  return Math.abs(season.indices[(values + k) % season.indices.length]!);
}

/** The standard error of each of the next values. @param apart how far the members differ at each step */
function errorsAhead(trend: Damped, fitted: Pick<Fitted, 'values' | 'sigma' | 'season'>, apart: Float64Array): Float64Array {
  const unrest = unrestOf(trend, fitted.values);
  return growthOf(trend, apart.length, fitted.values).map(
    (growth, k) => unrest * Math.hypot(fitted.sigma * growth * seasonalScale(fitted, k), apart[k]!),
  );
}

/**
 * The standard error at each step, relative to the first step. It follows from the damped trend's weights on past errors, drawn
 * towards its errors at that distance in the history. The more stretches of that length the history has, the more these count.
 */
function growthOf(trend: Damped, horizon: number, values: number): Float64Array {
  const expected = expectedGrowth(trend, horizon);
  const missed = trend.missed(horizon);
  const last = missed.length - 1;
  return expected.map((growth, k) => {
    if (!(missed[0]! > 0)) return growth;
    const seen = Math.min(k, last);
    const found = Math.max(MIN_GROWTH, ((missed[seen]! / missed[0]!) * growth) / expected[seen]!);
    const stretches = (values - seen - 1) / (seen + 1);
    const weight = stretches / (stretches + STRETCHES);
    return Math.exp(weight * Math.log(found) + (1 - weight) * Math.log(growth));
  });
}

function expectedGrowth({ alpha, beta, phi }: Damped, horizon: number): Float64Array {
  let variance = 1;
  let reach = 0;
  return Float64Array.from({ length: horizon }, (_, k) => {
    if (k > 0) variance += (alpha + beta * (reach += phi ** k)) ** 2;
    return Math.sqrt(variance);
  });
}

/** How much larger the next errors are than those of the whole history: a series that has become calm or wild stays so. */
function unrestOf({ unrest }: Damped, values: number): number {
  return clamp(unrest, CALMEST, WILDEST) ** (values / (values + UNREST_VALUES));
}
