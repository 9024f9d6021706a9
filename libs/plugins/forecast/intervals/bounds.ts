import type { Fitted } from '../fitted';
import type { Growth } from '../growth';
import { widthsFrom, type IntervalTables } from './intervals';
import { above, reachBelow } from './skew';

/** With this many misses, a backtest has half of its full weight; with this many values, a history has. */
const MISSES = 20;
const VALUES = 250;
/** The largest weight of a backtest. */
const MOST = 0.9;
/** The backtest narrows an interval to a third at most, and widens it threefold at most. */
const LEAST = 1 / 3;
const LEVEL = 0.95;
/** The part of a fading growth rate that is left after each step. */
const FADE = 0.9;
/** How far a 95 % interval reaches towards the forecast with another growth. */
const OTHERWISE = 0.5;

/** The data that the intervals of a forecast are made from. */
export interface Expected {
  fitted: Fitted;
  predicted: Float64Array;
  /** The values that the model was fitted to. */
  values: Float64Array;
  growth: Growth;
  /** The errors of a backtest, as parts of half the width of their 95 % intervals. */
  misses: readonly number[];
  tables: IntervalTables;
}

/** The bound below which a given part of the values lies, at each step. */
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
      const [down, up] = isSkewed ? [reachBelow(half, value), above(half, value)] : [half, half];
      const [grown, faded] = [growing[k]!, fading?.[k] ?? 0];
      if (part < 0.5) return value - down - share * Math.max(0, -faded);
      return value + up + share * Math.max(0, grown, faded);
    });
  };
}

/**
 * The factor by which the intervals widen or narrow after a backtest of the series itself. The 95 % quantile of the backtest's
 * errors weighs more, the more errors there are and the longer the history is: the errors of a short history say nothing about the
 * next values.
 */
export function scaleFrom(misses: readonly number[], values: number): number {
  if (misses.length === 0) return 1;
  const sorted = Float64Array.from(misses).sort();
  const found = sorted[Math.min(sorted.length - 1, Math.floor(LEVEL * sorted.length))]!;
  const weight = MOST * (values ** 2 / (values ** 2 + VALUES ** 2)) * (misses.length / (misses.length + MISSES));
  return Math.min(1 / LEAST, Math.max(LEAST, found)) ** weight;
}

/** How much further up (down if negative) an interval reaches for the chance that growth by factors fades. */
function fadingFrom(predicted: Float64Array, rate: number): Float64Array {
  let missing = 0;
  return predicted.map((value, k) => {
    missing += rate * (1 - FADE ** (k + 1));
    return OTHERWISE * value * Math.expm1(-missing);
  });
}

/**
 * How much further up the interval reaches for the chance that growth goes on by the same factor. Growth goes on at most as long
 * again as it has lasted.
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
