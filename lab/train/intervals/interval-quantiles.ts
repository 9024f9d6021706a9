import { normalQuantile } from '../../../libs/plugins/forecast/intervals/normal';
import type { IntervalRow } from '../../../libs/plugins/forecast/intervals/interval-table';

/** The distance of a value from its forecast, in standard errors of the model. */
export interface ScaledError {
  /** Of the series, and where it is from. */
  id: string;
  source: string;
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
const LEVEL = 0.95;
/** As many series as the curve counts in a row of the table, and the row in each of its factors. */
const CURVE_SERIES = 100;
/** Fewer errors than this say nothing of a 95 % quantile. */
const ENOUGH = 20;
/** Shorter histories are too far from the curve. */
const CURVE_FROM = 6;
/** How much less each error of a source counts, the more of them there are: a new series is from none of the sources. */
const SOURCES = 0.3;
/** Series of other sources err more than any here: a 95 % interval holds this part of the errors that are known. */
const HELD = (level: number) => level + 0.1 * (1 - level) * Math.max(0, 2 * level - 1);
const RISES = [0, 3, 6, 9, 12, 15, 20];
/** The longer a history, the better it tells how large errors are; what is left is chance, of a normal distribution. */
const LONG = normalQuantile((1 + LEVEL) / 2);

/**
 * The 95 % quantiles of scaled errors by length and horizon. Each is drawn towards that of all horizons of its length, and that
 * towards a curve over all lengths and classes, the more, the fewer series there are: what few series show, other series do not repeat.
 */
export function quantileRows(errors: readonly ScaledError[], curve: Curve): IntervalRow[] {
  return LENGTHS.map((values, i) => {
    const row = errors.filter((error) => bucket(LENGTHS, error.values) === i);
    const usual = drawn(row, curve(values), curve(values));
    let factor = usual;
    const factors = HORIZONS.map((_, j) => {
      factor = drawn(
        row.filter(({ step }) => bucket(HORIZONS, step) === j),
        usual,
        factor,
      );
      return round(factor);
    });
    return { values, factors };
  });
}

/** The quantile of some errors drawn towards the usual one; `none` if they are too few. */
function drawn(errors: readonly ScaledError[], usual: number, none: number): number {
  if (errors.length < ENOUGH) return none;
  const series = new Set(errors.map(({ id }) => id)).size;
  const weight = series / (series + CURVE_SERIES);
  return Math.exp(weight * Math.log(quantile(errors, HELD(LEVEL))) + (1 - weight) * Math.log(usual));
}

/** A factor by length of the history. */
export type Curve = (values: number) => number;

/** The curve 1.96 × (1 + rise / length) that comes nearest to the quantile: by the pinball loss of the logarithms. */
export function curveOf(errors: readonly ScaledError[]): Curve {
  const long = errors.filter(({ values, size }) => values >= CURVE_FROM && size > 0 && size < Infinity);
  const counts = new Map<number, number>();
  for (const { values } of long) counts.set(values, (counts.get(values) ?? 0) + 1);
  const loss = (curve: Curve) =>
    long.reduce((sum, { values, size }) => {
      const above = Math.log(size / curve(values));
      return sum + ((above > 0 ? LEVEL : LEVEL - 1) * above) / Math.sqrt(counts.get(values)!);
    }, 0);
  const curves = RISES.map((rise) => (values: number) => LONG * (1 + rise / values));
  return curves.map((curve) => ({ curve, loss: loss(curve) })).reduce((best, each) => (each.loss < best.loss ? each : best))
    .curve;
}

/** The quantile of each level; of too few errors that of a normal distribution. */
export const shapeOf = (errors: readonly ScaledError[]): number[] =>
  LEVELS.map((level) => round(errors.length < ENOUGH ? normalQuantile((1 + level) / 2) / LONG : quantile(errors, HELD(level))));

/** Index of the bucket whose middle is nearest on a logarithmic scale. */
function bucket(middles: readonly number[], value: number): number {
  const next = middles.findIndex((middle, i) => i + 1 === middles.length || value * value <= middle * middles[i + 1]!);
  return next;
}

/** Where a part of the errors lies below, each weighted by its source. */
function quantile(errors: readonly ScaledError[], part: number): number {
  const counts = new Map<string, number>();
  for (const { source } of errors) counts.set(source, (counts.get(source) ?? 0) + 1);
  const weighted = errors.map(({ size, source }) => ({ size, weight: counts.get(source)! ** -SOURCES }));
  weighted.sort((a, b) => a.size - b.size);
  let left = part * weighted.reduce((sum, { weight }) => sum + weight, 0);
  const found = weighted.find(({ weight }) => (left -= weight) <= 0) ?? weighted.at(-1)!;
  return found.size;
}

const round = (value: number): number => Number(value.toPrecision(4));
