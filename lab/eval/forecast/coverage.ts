import type { Table } from '../../bench/runner/report';
import { mean } from './accuracy';

/** How much was inside the intervals. Values of one series are alike, so the interval of the share is that of the series' own shares. */
export interface Coverage {
  share: number;
  low: number;
  high: number;
  values: number;
  series: number;
  msis: number;
}

/** Of the values of one series, how many lie inside their intervals; the score if the series has a scale. */
export interface JudgedSeries {
  inside: number;
  values: number;
  msis: number | undefined;
}

export function coverageOf(series: readonly JudgedSeries[]): Coverage {
  const values = series.reduce((sum, each) => sum + each.values, 0);
  const share = series.reduce((sum, each) => sum + each.inside, 0) / values;
  const size = values / series.length;
  const spread = series.reduce((sum, each) => sum + ((each.inside - share * each.values) / size) ** 2, 0);
  const half = (1.96 * Math.sqrt(spread)) / series.length;
  const scores = series.flatMap((each) => (each.msis === undefined ? [] : [each.msis]));
  return {
    share,
    low: share - half,
    high: Math.min(1, share + half),
    values,
    series: series.length,
    msis: mean(scores),
  };
}

const HEAD = ['set', 'series', 'values', 'inside 95 %', '95 % from', 'to', 'MSIS'];

/** A row for each set, in its order; the share of a single series has no interval. */
export function coverageTable(title: string, sets: Readonly<Record<string, Coverage>>): Table {
  const rows = Object.entries(sets).map(([name, { series, values, share, low, high, msis }]) => [
    ...[name, series, values, share, ...(series > 1 ? [low, high] : ['', ''])],
    Number.isFinite(msis) ? msis : '',
  ]);
  return { title, head: HEAD, rows };
}
