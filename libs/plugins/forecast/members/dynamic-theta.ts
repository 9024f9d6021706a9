import { minimizeFrom } from '../minimize';
import { clamp, outside, type Member } from '../member';

interface Parameters {
  level: number;
  alpha: number;
  theta: number;
}

/** The line through the values seen so far, after each of them. */
interface Lines {
  intercepts: Float64Array;
  slopes: Float64Array;
}

function linesThrough(series: Float64Array): Lines {
  const [intercepts, slopes] = [new Float64Array(series.length), new Float64Array(series.length)];
  let [mean, slope] = [0, 0];
  for (let t = 1; t <= series.length; t++) {
    const value = series[t - 1]!;
    if (t > 1) slope = ((t - 2) * slope + (6 * (value - mean)) / t) / (t + 1);
    mean += (value - mean) / t;
    intercepts[t - 1] = mean - ((t + 1) / 2) * slope;
    slopes[t - 1] = slope;
  }
  return { intercepts, slopes };
}

/**
 * The squared errors of the dynamic optimised Theta model: the line goes through the values seen so far, and the level is smoothed.
 */
function errorsOf(series: Float64Array, { intercepts, slopes }: Lines, parameters: Parameters): number {
  const { alpha, theta } = parameters;
  const [share, kept] = [1 - 1 / theta, 1 - alpha];
  let level = alpha * series[0]! + kept * parameters.level;
  let decay = kept;
  let sse = 0;
  for (let t = 1; t < series.length; t++) {
    const next = decay * kept;
    const value = series[t]!;
    const error = value - level - share * (decay * intercepts[t - 1]! + ((1 - next) / alpha) * slopes[t - 1]!);
    sse += error * error;
    level = alpha * value + kept * level;
    decay = next;
  }
  return sse;
}

/** Continues the model past the end of the series, with its own forecasts as input. */
function goneOn(series: Float64Array, { level, alpha, theta }: Parameters, horizon: number): Float64Array {
  const n = series.length;
  const all = new Float64Array(n + horizon);
  all.set(series);
  let [mean, intercept, slope, decay] = [0, 0, 0, 1];
  for (let t = 1; t <= all.length; t++) {
    const next = decay * (1 - alpha);
    const expected = level + (1 - 1 / theta) * (decay * intercept + ((1 - next) / alpha) * slope);
    if (t > n) all[t - 1] = expected;
    const value = all[t - 1]!;
    level = alpha * value + (1 - alpha) * level;
    if (t > 1) slope = ((t - 2) * slope + (6 * (value - mean)) / t) / (t + 1);
    mean += (value - mean) / t;
    intercept = mean - ((t + 1) / 2) * slope;
    decay = next;
  }
  return all.subarray(n);
}

/** The dynamic optimised Theta model of Fiorucci, Pellegrini, Louzada, Petropoulos and Koehler (2016), by least squares. */
export function dynamicTheta(series: Float64Array, near?: readonly number[]): Member {
  const first = series[0]!;
  const spread = Math.sqrt(series.reduce((sum, value) => sum + (value - first) ** 2, 0) / series.length) || 1;
  const parameters = ([l, a, th]: readonly number[]): Parameters => ({
    level: first / 2 + l! * spread,
    alpha: clamp(a!, 0.1, 0.99),
    theta: Math.max(1, th!),
  });
  const lines = linesThrough(series);
  const cost = (at: readonly number[]) => {
    const strayed = outside(at[1]!, 0.1, 0.99) + Math.max(0, 1 - at[2]!) + Math.max(0, at[2]! - 50) / 50;
    return errorsOf(series, lines, parameters(at)) * (1 + 10 * strayed);
  };
  const found = minimizeFrom(cost, [[0, 0.5, 2]], { steps: [0.3, 0.2, 1], iterations: 300, tolerance: 1e-7, near });
  const fitted = parameters(found.at);
  return {
    sse: errorsOf(series, lines, fitted),
    at: found.at,
    forecast: (horizon) => goneOn(series, fitted, horizon),
  };
}
