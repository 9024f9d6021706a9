import { forecast } from '../../../libs/plugins/forecast/forecast';
import { LONGEST_HISTORY } from '../../../libs/plugins/forecast/history/history';
import type { IntervalTables } from '../../../libs/plugins/forecast/intervals/intervals';
import { heldOut, missed, tablesOf, type Missed } from '../../train/intervals/interval-fitting';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report, Table } from '../../bench/runner/report';
import { coverageOf, coverageTable, type Coverage, type JudgedSeries } from './coverage';
import { readClassicSeries, type ClassicSeries } from './classic-series';
import { judged as judgedFuture } from './score';
import { DEFAULT_FOLDER, readSets, sourceFrom, type SeriesSet } from './series-sets';

const QUICK_SERIES = 20;
const LEVEL = 0.95;
/** Forecasts of one classic series, in sequence from its end backwards. */
const ORIGINS = 8;
const MIN_HISTORY = 24;
const SCALES = [0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25];
const LENGTHS = [0, 20, 40, 80, 160];

/** Of a series, also how wide its intervals would have to be, as a part of their width, for each value to lie inside. */
interface Scaled extends JudgedSeries {
  needed: number[];
  length: number;
}

/** The future of each series of a set, as the service forecasts it but by other tables. */
function byTables(set: SeriesSet, tables: IntervalTables): Scaled[] {
  return set.cases.map((each) => {
    const values = Float64Array.from(each.history.slice(-LONGEST_HISTORY));
    const found = forecast({ values, periods: set.periods, horizon: each.future.length, level: LEVEL, tables });
    const [predicted, lower, upper] = [found.predicted, found.lower, found.upper].map((each) => [...each]);
    const needed = each.future.map((value, i) => {
      const end = value > predicted![i]! ? upper![i]! : lower![i]!;
      return value === predicted![i]! ? 0 : Math.abs((value - predicted![i]!) / (end - predicted![i]!));
    });
    return { ...judgedFuture(set, each, { predicted: predicted!, lower: lower!, upper: upper! }), needed, length: values.length };
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

/** Whether one factor on all widths can hold the goal for each source: what lies inside at factors of 0.8 to 1.25. */
function commonScales(bySource: Readonly<Record<string, Scaled[]>>): Table {
  const rows = SCALES.map((scale) => {
    const shares = Object.values(bySource).map((series) => {
      const needed = series.flatMap((each) => each.needed);
      return needed.filter((each) => each <= scale).length / needed.length;
    });
    return [scale, ...shares, Math.max(...shares) - Math.min(...shares)];
  });
  return {
    title: 'Inside intervals of the other sources, all as many times as wide',
    head: ['times', ...Object.keys(bySource), 'highest − lowest'],
    rows,
  };
}

function coveragesByLength(name: string, series: readonly Scaled[]): Record<string, Coverage> {
  return Object.fromEntries(
    LENGTHS.flatMap((from, i) => {
      const to = LENGTHS[i + 1] ?? Infinity;
      const own = series.filter(({ length }) => length >= from && length < to);
      return own.length > 1 ? [[`${name} from ${from}`, coverageOf(own)]] : [];
    }),
  );
}

async function measure({ quick, leaveOut, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions): Promise<Report> {
  const report: Report = { name: 'intervals', on: data, ratios: {}, figures: {}, tables: [] };
  const classic = readClassicSeries(data);
  say(`Forecasting ${classic.length} classic series from several origins …`);
  const judged = classic.map((each) => ({ name: each.name, ...rolling(each) })).filter(({ values }) => values > 0);
  const all = coverageOf(judged);
  Object.assign(report.figures, { coverage_classic: all.share, coverage_classic_low: all.low, coverage_classic_high: all.high });
  const each = Object.fromEntries(judged.map((series) => [series.name, coverageOf([series])]));
  report.tables.push(coverageTable('Series that nothing was fitted to', { ...each, all }));
  if (!leaveOut) return report;
  const sets = readSets(data).map((set) => (quick ? { ...set, cases: set.cases.slice(0, QUICK_SERIES) } : set));
  const ends = sets.map((set): Missed[] => {
    say(`${set.name}: predicting the ends of ${set.cases.length} histories …`);
    return heldOut(set.cases).map((each) => missed(each, set));
  });
  const found: Record<string, Coverage> = {};
  const bySource: Record<string, Scaled[]> = {};
  const byLength: Record<string, Coverage> = {};
  const [together, alone]: Record<string, Coverage>[] = [{}, {}];
  for (const source of new Set(sets.map(({ name }) => sourceFrom(name)))) {
    const isOf = ({ name }: SeriesSet) => sourceFrom(name) === source;
    const own = sets.filter(isOf);
    const fitted = (fits: (set: SeriesSet) => boolean) => tablesOf(ends.filter((_, i) => fits(sets[i]!)).flat());
    const judgedBy = (tables: IntervalTables) => own.map((set) => ({ name: set.name, series: byTables(set, tables) }));
    const wholeBy = (judged: ReturnType<typeof judgedBy>) => coverageOf(judged.flatMap(({ series }) => series));
    const judged = judgedBy(fitted((set) => !isOf(set)));
    for (const { name, series } of judged) found[name] = coverageOf(series);
    for (const { name, series } of judged) Object.assign(byLength, coveragesByLength(name, series));
    bySource[source] = judged.flatMap(({ series }) => series);
    if (judged.length > 1) found[`all of ${source}`] = wholeBy(judged);
    together![source] = wholeBy(judgedBy(fitted(() => true)));
    alone![source] = wholeBy(judgedBy(fitted(isOf)));
  }
  for (const [name, { share, msis }] of Object.entries(found)) {
    Object.assign(report.figures, {
      [`coverage_${name.replaceAll(' ', '_')}`]: share,
      [`msis_${name.replaceAll(' ', '_')}`]: msis,
    });
  }
  report.tables.push(
    coverageTable('Each source by the intervals of the other sources', found),
    coverageTable('By the same intervals for all, fitted to each of them', together!),
    coverageTable('By intervals that are fitted to its own histories alone', alone!),
    commonScales(bySource),
    coverageTable('Each source by the intervals of the other sources, by length of the history', byLength),
  );
  return report;
}

export const intervals: Measurement = {
  name: 'intervals',
  summary:
    'What lies inside intervals of 95 %: classic series, and with --leave-out each source (M1, M3, M4, tourism) by the others.',
  measure,
};
