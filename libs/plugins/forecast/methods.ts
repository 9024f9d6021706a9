import type { Fitted } from './fitted';
import { drift, seasonalNaive } from './members/naive';
import { tsb } from './members/tsb';
import type { Period } from './season/period';

/** `auto` combines several methods; each other name is a single method. */
export const FORECAST_METHODS = ['auto', 'naive', 'seasonal_naive', 'drift', 'damped', 'theta', 'holt_winters', 'tsb'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

const SIMPLE = ['naive', 'seasonal_naive', 'drift', 'tsb'] as const;
type SimpleMethod = (typeof SIMPLE)[number];

/** The minimum share of zeros in a rare demand. */
const MANY_ZEROS = 0.4;
const MIN_VALUES = 8;
/**
 * Values follow a line if the standard deviation of their steps is less than this part of the mean step. Less regular growth had
 * mostly faded.
 */
const NEARLY = 0.2;
/** The smallest noteworthy step of logarithms: a tenth. */
const MIN_STEP = Math.log(1.1);

export const isSimple = (method: ForecastMethod): method is SimpleMethod => (SIMPLE as readonly string[]).includes(method);

/** Whether a series is a rare demand, such as spare parts: many of its values are 0. */
export function isRare(values: Float64Array): boolean {
  const zeros = values.filter((value) => value === 0).length;
  return (
    values.length >= MIN_VALUES &&
    zeros >= MANY_ZEROS * values.length &&
    values.length - zeros >= 2 &&
    values.every((value) => value >= 0)
  );
}

/** The steps of a series: their mean, and their standard deviation. */
export function stepsFrom(values: Float64Array): { mean: number; spread: number } {
  const steps = values.subarray(1).map((value, t) => value - values[t]!);
  const mean = (values[values.length - 1]! - values[0]!) / steps.length;
  return { mean, spread: Math.sqrt(steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / steps.length) };
}

/** Whether a series of logarithms rises or falls by enough, and by nearly the same each time. */
export function isLine(logarithms: Float64Array, nearly = NEARLY): boolean {
  const { mean, spread } = stepsFrom(logarithms);
  return Math.abs(mean) >= MIN_STEP && spread <= nearly * Math.abs(mean);
}

/** Fits one method that has no parameters or is for rare demand. */
export function simply(values: Float64Array, { length, isProven }: Period, method: SimpleMethod): Fitted {
  const n = values.length;
  const period = method === 'seasonal_naive' && isProven ? Math.min(length, n - 1) : 1;
  const member = method === 'drift' ? drift(values) : method === 'tsb' ? tsb(values) : seasonalNaive(values, period);
  const sigma = Math.sqrt(member.sse / Math.max(1, n - period));
  const grown = (k: number) => (method === 'tsb' ? 1 : Math.sqrt(Math.floor(k / period) + 1));
  return {
    algorithm: method,
    values: n,
    period,
    sigma,
    errors: (horizon) => Float64Array.from({ length: horizon }, (_, k) => sigma * grown(k)),
    forecast: member.forecast,
    level: period === 1 ? member.forecast : (horizon) => new Float64Array(horizon).fill(meanOf(values.subarray(-period))),
    ...(method === 'tsb' && { band: bandOf(values) }),
  };
}

/** The range of the past values of a rare demand, because nothing tells when it comes. */
function bandOf(values: Float64Array): Fitted['band'] {
  const sorted = Float64Array.from(values).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
  return (level) => ({ lower: at((1 - level) / 2), upper: at((1 + level) / 2) });
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
