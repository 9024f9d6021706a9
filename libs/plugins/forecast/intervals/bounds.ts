import type { Fitted } from '../fitted';
import type { Growth } from '../growth';
import { widthsFrom, type IntervalTables } from './intervals';
import { above, below } from './skew';

/** Misses of a backtest, and values of a history, at which they have half of their say. */
const MISSES = 20;
const VALUES = 250;
/** What a long backtest has to say. */
const MOST = 0.9;
/** The backtest narrows an interval to a third at most, and widens it to three times as much. */
const LEAST = 1 / 3;
const LEVEL = 0.95;
/** What is left of a rate of growth that fades, from step to step. */
const FADE = 0.9;
/** How much of the way to the forecast of another growth an interval of 95 % goes. */
const OTHERWISE = 0.5;

/** What the intervals of a forecast go by. */
export interface Expected {
  fitted: Fitted;
  predicted: Float64Array;
  /** The values that it was fitted to. */
  values: Float64Array;
  growth: Growth;
  /** The errors of a backtest, as parts of half their intervals of 95 %. */
  misses: readonly number[];
  tables: IntervalTables;
}

/** Where a part of the values lies below, at each step. */
export function boundsFrom(expected: Expected): (part: number) => Float64Array {
  const { fitted, predicted, values, growth, misses, tables } = expected;
  const isSkewed = values.every((value) => value >= 0);
  const scale = scaleFrom(misses, fitted.values);
  const growing = growthBeyond(values, { ...growth, period: fitted.period }, predicted);
  const fading = fitted.byFactors ? fadingFrom(predicted, growth.rate) : undefined;
  const widths = widthsFrom(fitted, predicted.length, tables);
  return (part) => {
    const share = widths.share(Math.abs(2 * part - 1));
    return predicted.map((value, k) => {
      const half = share * scale * widths.usual[k]!;
      const [down, up] = isSkewed ? [below(half, value), above(half, value)] : [half, half];
      const [grown, faded] = [growing[k]!, fading?.[k] ?? 0];
      if (part < 0.5) return value - down - share * Math.max(0, -faded);
      return value + up + share * Math.max(0, grown, faded);
    });
  };
}

/**
 * How much wider, or narrower, the intervals are for what the backtest of the series itself missed: the 95 % quantile of its errors has
 * the more say, the more of them there are, and the longer the history is: that of a short one says nothing of what comes next.
 */
export function scaleFrom(misses: readonly number[], values: number): number {
  if (misses.length === 0) return 1;
  const sorted = Float64Array.from(misses).sort();
  const found = sorted[Math.min(sorted.length - 1, Math.floor(LEVEL * sorted.length))]!;
  const weight = MOST * (values ** 2 / (values ** 2 + VALUES ** 2)) * (misses.length / (misses.length + MISSES));
  return Math.min(1 / LEAST, Math.max(LEAST, found)) ** weight;
}

/** What it reaches further up, or down if negative, around a prediction by factors for the chance that growth fades. */
function fadingFrom(predicted: Float64Array, rate: number): Float64Array {
  let missing = 0;
  return predicted.map((value, k) => {
    missing += rate * (1 - FADE ** (k + 1));
    return OTHERWISE * value * Math.expm1(-missing);
  });
}

/**
 * What the interval reaches further up for the chance that growth goes on by the same factor, which it does at most as long again as it
 * has gone on.
 */
export function growthBeyond(
  values: Float64Array,
  { rate, isSteady, period }: Pick<Growth, 'rate' | 'isSteady'> & { period: number },
  predicted: Float64Array,
): Float64Array {
  const n = values.length;
  if (!(rate > 0)) return new Float64Array(predicted.length);
  return predicted.map((value, k) => {
    const turns = Math.floor(k / period) + 1;
    const grown = values[n - period + (k % period)]! * Math.exp(rate * Math.min(turns * period, n));
    return (isSteady ? 1 : OTHERWISE) * Math.max(0, grown - value);
  });
}
