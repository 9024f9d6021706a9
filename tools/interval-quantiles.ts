import type { IntervalRow } from '../libs/plugins/forecast/intervals/interval-table';

/** The distance of a value from its forecast, in standard errors of the model. */
export interface ScaledError {
  /** Length of the history. */
  values: number;
  /** Steps ahead, from 1. */
  step: number;
  size: number;
}

export const LEVELS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99];
/** Middles of the buckets; a bucket reaches to the geometric means with its neighbours. */
const LENGTHS = [3, 4, 5, 6, 8, 12, 17, 24, 34, 48, 68, 96, 136, 220, 400, 800, 1600];
export const HORIZONS = [1, 2, 3, 5, 8, 12, 18, 32];
/** Fewer errors than this do not determine a 95 % quantile. */
const ENOUGH = 250;

/** The 95 % quantiles of scaled errors by length and horizon. */
export function quantileRows(errors: readonly ScaledError[]): IntervalRow[] {
  return LENGTHS.flatMap((values, i) => {
    const row = errors.filter((error) => bucket(LENGTHS, error.values) === i);
    if (row.length < ENOUGH) return [];
    let factor = quantile(sizesOf(row), 0.95);
    const factors = HORIZONS.map((_, j) => {
      const sizes = sizesOf(row.filter(({ step }) => bucket(HORIZONS, step) === j));
      if (sizes.length >= ENOUGH) factor = quantile(sizes, 0.95);
      return round(factor);
    });
    return [{ values, factors }];
  });
}

/** The quantile of each level. */
export const shapeOf = (sizes: readonly number[]): number[] => LEVELS.map((level) => round(quantile(sizes, level)));

const sizesOf = (errors: readonly ScaledError[]) => errors.map(({ size }) => size);

/** Index of the bucket whose middle is nearest on a logarithmic scale. */
function bucket(middles: readonly number[], value: number): number {
  const next = middles.findIndex((middle, i) => i + 1 === middles.length || value * value <= middle * middles[i + 1]!);
  return next;
}

function quantile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).sort();
  const at = p * (sorted.length - 1);
  const low = Math.floor(at);
  const next = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (at - low) * (sorted[next]! - sorted[low]!);
}

const round = (value: number): number => Number(value.toPrecision(4));
