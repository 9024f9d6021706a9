import { minimize } from '../minimize';
import { clamp, outside, type Member } from './member';

interface Parameters {
  level: number;
  alpha: number;
  theta: number;
}

/**
 * The recursion of the dynamic optimised Theta model: the line is that through the values seen so far (intercept and
 * slope updated with each), the level is smoothed. Past the end the model is fed its own forecasts.
 */
function run(series: Float64Array, { level, alpha, theta }: Parameters, forecasts: Float64Array): number {
  const n = series.length;
  const share = 1 - 1 / theta;
  let mean = 0;
  let intercept = 0;
  let slope = 0;
  let decay = 1;
  let sse = 0;
  for (let t = 1; t <= n + forecasts.length; t++) {
    const next = decay * (1 - alpha);
    const expected = level + share * (decay * intercept + ((1 - next) / alpha) * slope);
    const value = t <= n ? series[t - 1]! : expected;
    if (t > n) forecasts[t - n - 1] = expected;
    else if (t > 1) sse += (value - expected) ** 2;
    level = alpha * value + (1 - alpha) * level;
    if (t > 1) slope = ((t - 2) * slope + (6 * (value - mean)) / t) / (t + 1);
    mean += (value - mean) / t;
    intercept = mean - ((t + 1) / 2) * slope;
    decay = next;
  }
  return sse;
}

/** The dynamic optimised Theta model of Fiorucci, Pellegrini, Louzada, Petropoulos and Koehler (2016), by least squares. */
export function dynamicTheta(series: Float64Array): Member {
  const first = series[0]!;
  const spread = Math.sqrt(series.reduce((sum, value) => sum + (value - first) ** 2, 0) / series.length) || 1;
  const parameters = ([l, a, th]: readonly number[]): Parameters => ({
    level: first / 2 + l! * spread,
    alpha: clamp(a!, 0.1, 0.99),
    theta: Math.max(1, th!),
  });
  const none = new Float64Array(0);
  const cost = (at: readonly number[]) => {
    const strayed = outside(at[1]!, 0.1, 0.99) + Math.max(0, 1 - at[2]!) + Math.max(0, at[2]! - 50) / 50;
    return run(series, parameters(at), none) * (1 + 10 * strayed);
  };
  const found = minimize(cost, [0, 0.5, 2], { steps: [0.3, 0.2, 1], iterations: 300, tolerance: 1e-7 });
  const fitted = parameters(found.at);
  return {
    sse: run(series, fitted, none),
    forecast: (horizon) => {
      const forecasts = new Float64Array(horizon);
      run(series, fitted, forecasts);
      return forecasts;
    },
  };
}
