import { minimizeFrom } from '../minimize';
import { seasonalIndices, withoutSeason, type SeasonKind } from '../season/season';
import { clamp, line, outside, type Member } from '../member';

type Trend = 'none' | 'linear' | 'damped';

/** The kinds of season and trend of a model. */
export interface Shape {
  kind: SeasonKind;
  trend: Trend;
}

export interface SeasonalSmoothed extends Member {
  criterion: number;
  shape: Shape;
}

interface Parameters {
  alpha: number;
  beta: number;
  gamma: number;
  phi: number;
}

interface Start {
  kind: SeasonKind;
  indices: Float64Array;
  /** Buffer for the changing indices: allocating it for each run took half the time. */
  season: Float64Array;
  level: number;
  slope: number;
}

const HEAD = 10;

/** The recursion of Holt and Winters in its error-correction form; past the end it follows its own forecasts. */
function run(series: Float64Array, parameters: Parameters, start: Start, forecasts: Float64Array): number {
  const multiplicative = start.kind === 'multiplicative';
  start.season.set(start.indices);
  const state = { level: start.level, slope: start.slope };
  const sse = (multiplicative ? multiplied : added)(series, parameters, start.season, state);
  const period = start.season.length;
  let reach = 0;
  for (let k = 0; k < forecasts.length; k++) {
    const trended = state.level + (reach += parameters.phi ** (k + 1)) * state.slope;
    const index = start.season[(series.length + k) % period]!;
    forecasts[k] = multiplicative ? trended * index : trended + index;
  }
  return Number.isFinite(sse) ? sse : Number.MAX_VALUE;
}

type State = Pick<Start, 'level' | 'slope'>;

/** The squared errors with an additive season; the season and the state keep their last values. */
function added(series: Float64Array, { alpha, beta, gamma, phi }: Parameters, season: Float64Array, state: State): number {
  const period = season.length;
  let { level, slope } = state;
  let sse = 0;
  for (let t = 0, i = 0; t < series.length; t++) {
    const index = season[i]!;
    const trended = level + phi * slope;
    const error = series[t]! - trended - index;
    sse += error * error;
    level = trended + alpha * error;
    slope = phi * slope + beta * error;
    season[i] = index + gamma * error;
    if (++i === period) i = 0;
  }
  state.level = level;
  state.slope = slope;
  return sse;
}

/** The squared errors with a multiplicative season. */
function multiplied(series: Float64Array, { alpha, beta, gamma, phi }: Parameters, season: Float64Array, state: State): number {
  const period = season.length;
  let { level, slope } = state;
  let sse = 0;
  for (let t = 0, i = 0; t < series.length; t++) {
    const index = season[i]!;
    const trended = level + phi * slope;
    const error = series[t]! - trended * index;
    sse += error * error;
    const moved = error / awayFromZero(index);
    level = trended + alpha * moved;
    slope = phi * slope + beta * moved;
    season[i] = index + (gamma * error) / awayFromZero(trended);
    if (++i === period) i = 0;
  }
  state.level = level;
  state.slope = slope;
  return sse;
}

const awayFromZero = (value: number) => (Math.abs(value) > 1e-9 ? value : 1e-9);

/** Exponential smoothing with a season of either kind, by least squares; start values from a classical decomposition. */
function fit(
  series: Float64Array,
  period: number,
  { kind, trend, near }: Shape & { near?: readonly number[] },
): SeasonalSmoothed {
  const indices = seasonalIndices(series, period, kind);
  const head = line(withoutSeason(series, { kind, indices }), Math.min(series.length, Math.max(2 * period, HEAD)));
  const slope = trend === 'none' ? 0 : head.slope;
  const start = { kind, indices, season: new Float64Array(period), level: head.intercept, slope };
  const parameters = ([a, g, b, p]: readonly number[]): Parameters => {
    const alpha = clamp(a!, 1e-4, 0.999);
    const beta = trend === 'none' ? 0 : clamp(b!, 0, 1) * alpha;
    return { alpha, beta, gamma: clamp(g!, 0, 1) * (1 - alpha), phi: trend === 'damped' ? clamp(p!, 0.8, 0.98) : 1 };
  };
  const none = new Float64Array(0);
  const cost = (at: readonly number[]) => {
    let strayed = at.length > 3 ? outside(at[3]!, 0.8, 0.98) : 0;
    for (let i = 0; i < Math.min(3, at.length); i++) strayed += outside(at[i]!, 0, 1);
    return run(series, parameters(at), start, none) * (1 + 10 * strayed);
  };
  const size = { none: 2, linear: 3, damped: 4 }[trend];
  const found = minimizeFrom(cost, [[0.3, 0.1, 0.1, 0.95].slice(0, size)], {
    steps: [0.2, 0.2, 0.2, -0.05].slice(0, size),
    iterations: 150,
    tolerance: 1e-6,
    near,
  });
  const fitted = parameters(found.at);
  const sse = run(series, fitted, start, none);
  const forecast = (horizon: number) => {
    const forecasts = new Float64Array(horizon);
    run(series, fitted, start, forecasts);
    return forecasts;
  };
  // Level, noise and the seasonal states count as parameters too.
  return {
    sse,
    at: found.at,
    shape: { kind, trend },
    criterion: correctedAkaike(sse, series.length, size + { none: 0, linear: 1, damped: 1 }[trend] + period + 1),
    forecast,
  };
}

function correctedAkaike(sse: number, n: number, parameters: number): number {
  const correction = (2 * parameters * (parameters + 1)) / Math.max(1, n - parameters - 1);
  return n * Math.log(Math.max(sse, 1e-300) / n) + 2 * parameters + correction;
}

const TRENDS: Trend[] = ['none', 'damped', 'linear'];

/** The parameters of a model that was fitted to nearly the same values. */
export interface NearModel {
  shape: Shape;
  at?: readonly number[];
}

/**
 * The Holt-Winters model with the lowest corrected Akaike criterion: either kind of season; no, a linear or a damped trend.
 * @param known the only model to fit, if it suits the values
 */
export function holtWinters(series: Float64Array, period: number, known?: NearModel): SeasonalSmoothed {
  const kinds: SeasonKind[] = series.every((value) => value > 0) ? ['multiplicative', 'additive'] : ['additive'];
  if (known && kinds.includes(known.shape.kind)) return fit(series, period, { ...known.shape, near: known.at });
  // The best kind of season hardly depends on the trend, so four fits are enough instead of six.
  const damped = best(kinds.map((kind) => fit(series, period, { kind, trend: 'damped' })));
  const others = TRENDS.filter((trend) => trend !== 'damped').map((trend) =>
    fit(series, period, { kind: damped.shape.kind, trend }),
  );
  return best([damped, ...others]);
}

/** The best model without a season. */
export const holt = (series: Float64Array, known?: NearModel): SeasonalSmoothed =>
  known
    ? fit(series, 1, { ...known.shape, near: known.at })
    : best(TRENDS.map((trend) => fit(series, 1, { kind: 'additive', trend })));

const best = (fits: SeasonalSmoothed[]): SeasonalSmoothed => fits.sort((a, b) => a.criterion - b.criterion)[0]!;
