import { complexSmoothing } from './members/complex-smoothing';
import { damped } from './members/damped';
import { dynamicTheta } from './members/dynamic-theta';
import { holtWinters } from './members/holt-winters';
import type { Member } from './members/member';
import { drift, seasonalNaive } from './members/naive';
import { theta } from './members/theta';
import { isSeasonal, seasonalStrength, seasonOf, withoutSeason, withSeason } from './season';

/** A series fitted, ready to be asked for what comes next. */
export interface Fitted {
  /** Names of the members that were combined. */
  algorithm: string;
  /** 1 where no season was found. */
  period: number;
  /** Standard deviation of the one-step errors on the history, degrees of freedom taken off. */
  sigma: number;
  /** How the standard error grows from step to step, from 1. */
  growth: (horizon: number) => Float64Array;
  forecast: (horizon: number) => Float64Array;
  /** The same with the season taken off. */
  level: (horizon: number) => Float64Array;
}

/** Under this many values there is nothing to fit. */
const LEAST_VALUES = 5;
/** Values that the damped trend's parameters and start use up. */
const FREEDOM = 5;

/** The first of the periods that the series follows; 1 where it follows none. */
export function periodOf(series: Float64Array, candidates: readonly number[]): number {
  return candidates.find((period) => isSeasonal(series, period)) ?? 1;
}

/** Fits the combination to a series of any scale; `period` 1 means without season. */
export function fitEnsemble(values: Float64Array, period: number): Fitted {
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const series = values.map((value) => value / scale);
  const fitted = series.length < LEAST_VALUES ? simplest(series) : combination(series, period);
  const scaled = (make: (horizon: number) => Float64Array) => (horizon: number) => make(horizon).map((value) => value * scale);
  return { ...fitted, sigma: fitted.sigma * scale, forecast: scaled(fitted.forecast), level: scaled(fitted.level) };
}

function simplest(series: Float64Array): Fitted {
  const member = series.length < 4 ? seasonalNaive(series, 1) : drift(series);
  const growth = (horizon: number) => Float64Array.from({ length: horizon }, (_, k) => Math.sqrt(k + 1));
  return {
    algorithm: series.length < 4 ? 'naive' : 'drift',
    period: 1,
    sigma: Math.sqrt(member.sse / (series.length - 1)),
    growth,
    forecast: member.forecast,
    level: member.forecast,
  };
}

function combination(series: Float64Array, period: number): Fitted {
  const season = period > 1 ? seasonOf(series, period) : undefined;
  const level = season ? withoutSeason(series, season) : series;
  const trend = damped(level);
  const members: Member[] = [trend, dynamicTheta(level), theta(level), complexSmoothing(level)];
  const levelAhead = (horizon: number) => middle(members.map((member) => member.forecast(horizon)));
  const common = {
    period,
    sigma: Math.sqrt(trend.sse / Math.max(1, series.length - FREEDOM)),
    growth: (horizon: number) => growthOf(trend, horizon),
    level: levelAhead,
  };
  if (!season) return { ...common, algorithm: 'median(damped, dotm, theta, ces)', forecast: levelAhead };
  const winters = holtWinters(series, period);
  const weight = wintersWeight(seasonalStrength(series, season));
  const forecast = (horizon: number) => {
    const own = members.map((member) => withSeason(member.forecast(horizon), season, series.length));
    const seasonal = winters.forecast(horizon);
    const trimmed = middle([...own, seasonal]);
    return trimmed.map((value, k) => value + weight * (seasonal[k]! - value));
  };
  return { ...common, algorithm: 'trimmed_mean(damped, dotm, theta, ces, holt_winters)', forecast };
}

/** How far the combination leans towards Holt-Winters, by the strength of the season. */
const wintersWeight = (strength: number): number => Math.min(1, Math.max(0, (strength - 0.8) / 0.2)) * 0.5;

/** Per step the mean without the least and the greatest; of four that is their median. */
function middle(forecasts: readonly Float64Array[]): Float64Array {
  return forecasts[0]!.map((_, k) => {
    const kept = forecasts
      .map((forecast) => forecast[k]!)
      .sort((a, b) => a - b)
      .slice(1, -1);
    return kept.reduce((sum, value) => sum + value, 0) / kept.length;
  });
}

/** Standard error at each step over that of the first: the damped trend's, from its weights on past errors. */
function growthOf({ alpha, beta, phi }: ReturnType<typeof damped>, horizon: number): Float64Array {
  let variance = 1;
  let reach = 0;
  return Float64Array.from({ length: horizon }, (_, k) => {
    if (k > 0) variance += (alpha + beta * (reach += phi ** k)) ** 2;
    return Math.sqrt(variance);
  });
}
