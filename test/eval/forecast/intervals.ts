import { forecast } from '../../../libs/plugins/forecast/forecast';
import { heldOut, missed, tablesOf, widthsOf, type IntervalTables, type Missed } from '../../../tools/interval-fitting';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { msis, naiveScale } from './accuracy';
import { readClassicSeries, type ClassicSeries } from './classic-series';
import { DEFAULT_FOLDER, readSets, type SeriesSet } from './series-sets';

const QUICK_SERIES = 20;
const LEVEL = 0.95;
/** Forecasts of one classic series, in sequence from its end backwards. */
const ORIGINS = 8;
const MIN_HISTORY = 24;

/** How much was inside the intervals. Values of one series are alike, so the interval of the share is that of the series' own shares. */
interface Coverage {
  share: number;
  low: number;
  high: number;
  values: number;
  series: number;
  msis: number;
}

interface JudgedSeries {
  inside: number;
  values: number;
  msis: number | undefined;
}

function coverageOf(series: readonly JudgedSeries[]): Coverage {
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
    msis: scores.reduce((sum, each) => sum + each, 0) / scores.length,
  };
}

/** The future of each series of a set, by tables that were fitted to the ends of the histories of the other sets. */
function leftOut(set: SeriesSet, tables: IntervalTables): JudgedSeries[] {
  return set.cases.flatMap((each) => {
    const found = missed({ ...each, whole: true }, set.periods);
    const widths = widthsOf(found, tables);
    if (!widths) return [];
    const scale = naiveScale(each.history, set.period);
    const inside = found.misses.filter((miss, k) => miss <= widths[k]!).length;
    const interval = { lower: each.future.map((_, k) => -widths[k]!), upper: each.future.map((_, k) => widths[k]!) };
    return [{ inside, values: widths.length, msis: scale > 0 ? msis(found.misses, interval, scale) : undefined }];
  });
}

/** A classic series forecast again and again as the service does, from its end backwards. */
function rolling({ values, periods, horizon }: ClassicSeries): JudgedSeries {
  const judged: JudgedSeries = { inside: 0, values: 0, msis: undefined };
  for (let k = 1; k <= ORIGINS; k++) {
    const origin = values.length - k * horizon;
    if (origin < Math.max(MIN_HISTORY, values.length / 3)) break;
    const { lower, upper } = forecast({ values: Float64Array.from(values.slice(0, origin)), periods, horizon, level: LEVEL });
    const actual = values.slice(origin, origin + horizon);
    judged.inside += actual.filter((value, i) => value >= lower[i]! && value <= upper[i]!).length;
    judged.values += horizon;
  }
  return judged;
}

const HEAD = ['set', 'series', 'values', 'inside 95 %', 'low', 'high', 'MSIS'];
const row = (name: string, { series, values, share, low, high, msis: score }: Coverage) => [
  ...[name, series, values, share, low, high],
  Number.isFinite(score) ? score : '',
];

async function measure({ quick, leaveOut, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions): Promise<Report> {
  const report: Report = { name: 'intervals', on: data, ratios: {}, figures: {}, tables: [] };
  const classic = readClassicSeries(data);
  say(`Forecasting ${classic.length} classic series from several origins …`);
  const judged = classic.map((each) => ({ name: each.name, ...rolling(each) })).filter(({ values }) => values > 0);
  const all = coverageOf(judged);
  Object.assign(report.figures, { coverage_classic: all.share, coverage_classic_low: all.low, coverage_classic_high: all.high });
  const rows = judged.map((each) => row(each.name, coverageOf([each])).map((cell, i) => (i === 4 || i === 5 ? '' : cell)));
  report.tables.push({ title: 'Series that nothing was fitted to', head: HEAD, rows: [...rows, row('all', all)] });
  if (!leaveOut) return report;
  const sets = readSets(data).map((set) => (quick ? { ...set, cases: set.cases.slice(0, QUICK_SERIES) } : set));
  const ends = sets.map(({ name, cases, periods }): Missed[] => {
    say(`${name}: predicting the ends of ${cases.length} histories …`);
    return heldOut(cases).map((each) => missed(each, periods));
  });
  const left = sets.map((set, i) => {
    const tables = tablesOf(ends.filter((_, j) => j !== i).flat());
    return { name: set.name, judged: leftOut(set, tables) };
  });
  const found = left.filter((each) => each.judged.length > 0).map((each) => ({ name: each.name, ...coverageOf(each.judged) }));
  for (const { name, share, msis: score } of found)
    Object.assign(report.figures, { [`coverage_${name}`]: share, [`msis_${name}`]: score });
  report.tables.push({
    title: 'Each set by the intervals of the others',
    head: HEAD,
    rows: found.map((each) => row(each.name, each)),
  });
  return report;
}

export const intervals: Measurement = {
  name: 'intervals',
  summary: 'What lies inside intervals of 95 %: classic series, and with --leave-out each set of M3 and M4 by the others.',
  measure,
};
