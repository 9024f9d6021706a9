import { forecast } from '../../../libs/plugins/forecast/forecast';
import { heldOut, missed, tablesOf, widthsOf, type IntervalTables, type Missed } from '../../train/intervals/interval-fitting';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { msis, naiveScale } from './accuracy';
import { coverageOf, coverageTable, type Coverage, type JudgedSeries } from './coverage';
import { readClassicSeries, type ClassicSeries } from './classic-series';
import { DEFAULT_FOLDER, readSets, type SeriesSet } from './series-sets';

const QUICK_SERIES = 20;
const LEVEL = 0.95;
/** Forecasts of one classic series, in sequence from its end backwards. */
const ORIGINS = 8;
const MIN_HISTORY = 24;

/** The future of each series of a set, by tables that were fitted to the ends of the histories of the other sets. */
function leftOut(set: SeriesSet, tables: IntervalTables): JudgedSeries[] {
  return set.cases.map((each) => {
    const found = missed({ ...each, whole: true }, set.periods);
    const widths = widthsOf(found, tables);
    const scale = naiveScale(each.history, set.period);
    const inside = found.misses.filter((miss, k) => miss <= widths[k]!).length;
    const interval = { lower: each.future.map((_, k) => -widths[k]!), upper: each.future.map((_, k) => widths[k]!) };
    return { inside, values: widths.length, msis: scale > 0 ? msis(found.misses, interval, scale) : undefined };
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
  const ends = sets.map(({ name, cases, periods }): Missed[] => {
    say(`${name}: predicting the ends of ${cases.length} histories …`);
    return heldOut(cases).map((each) => missed(each, periods));
  });
  const found: Record<string, Coverage> = {};
  sets.forEach((set, i) => {
    const others = tablesOf(ends.filter((_, j) => j !== i).flat());
    const answered = leftOut(set, others);
    found[set.name] = coverageOf(answered);
    Object.assign(report.figures, {
      [`coverage_${set.name}`]: found[set.name]!.share,
      [`msis_${set.name}`]: found[set.name]!.msis,
    });
  });
  report.tables.push(coverageTable('Each set by the intervals of the others', found));
  return report;
}

export const intervals: Measurement = {
  name: 'intervals',
  summary: 'What lies inside intervals of 95 %: classic series, and with --leave-out each set of M3 and M4 by the others.',
  measure,
};
