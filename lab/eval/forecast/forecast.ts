import { FITTED_ON } from '../../../libs/plugins/forecast/intervals/interval-table';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report, Table } from '../../bench/runner/report';
import { openPlugins, type EvalHost } from '../plugins';
import { measureBusinesses } from './businesses';
import { coverageTable, type Coverage } from './coverage';
import { falseSeasons, type Data } from './false-seasons';
import { publishedRows, type PublishedRow } from './published';
import { owa, scoreSet, type Answered, type SetScore } from './score';
import { DEFAULT_FOLDER, digestOfTargets, readSets, type ForecastCase, type SeriesSet } from './series-sets';

const QUICK_SERIES = 20;
/** Series that wait in the host at once. */
const AT_ONCE = 64;

/** @throws Error if the set's targets are among those that something was fitted to. */
export function refuseFitted(set: SeriesSet, fittedOn: typeof FITTED_ON = FITTED_ON): void {
  const digest = digestOfTargets(set.cases);
  const found = fittedOn.find(({ targets }) => targets === digest);
  if (found)
    throw new Error(`${set.name}: the forecast was fitted to these very values (${found.part}): a score on them says nothing.`);
}

async function ask(host: EvalHost, set: SeriesSet, { history, future }: ForecastCase): Promise<Answered> {
  const data = history.map((value, t) => ({ timestamp: set.stamp(t), value }));
  const { predictions } = (await host.call('predict.timeseries', { data, periods: future.length })) as {
    predictions: { predicted_value: number; lower_bound: number; upper_bound: number }[];
  };
  return {
    predicted: predictions.map(({ predicted_value }) => predicted_value),
    lower: predictions.map(({ lower_bound }) => lower_bound),
    upper: predictions.map(({ upper_bound }) => upper_bound),
  };
}

async function periodOf(host: EvalHost, data: Data): Promise<number> {
  const { model_info } = (await host.call('predict.timeseries', { data, periods: 1 })) as {
    model_info: { seasonality_period: number };
  };
  return model_info.seasonality_period;
}

async function answersFor(host: EvalHost, set: SeriesSet): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let at = 0; at < set.cases.length; at += AT_ONCE) {
    answers.push(...(await Promise.all(set.cases.slice(at, at + AT_ONCE).map((each) => ask(host, set, each)))));
  }
  return answers;
}

function tableOf(set: SeriesSet, score: SetScore, published: readonly PublishedRow[]): Table {
  const rows = published.map((row) => [row.method, row.smape, row.mase, owa(row, published[0]!)]);
  const ours = ['predict.timeseries', score.smape, score.mase, score.owa];
  return {
    title: `${set.name}: ${set.cases.length} series`,
    head: ['method', 'sMAPE', 'MASE', 'OWA'],
    rows: [...rows, ours],
  };
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  const sets = readSets(data);
  for (const set of sets) refuseFitted(set);
  const host = await openPlugins();
  later(() => host.close());
  const report: Report = { name: 'forecast', on: data, ratios: {}, figures: {}, tables: [] };
  const covered: Record<string, Coverage> = {};
  for (const whole of sets) {
    const set = quick ? { ...whole, cases: whole.cases.slice(0, QUICK_SERIES) } : whole;
    say(`${set.name}: ${set.cases.length} series …`);
    // The published figures are those of the whole set.
    const published = quick ? [] : publishedRows(data, set.name);
    const score = scoreSet(set, await answersFor(host, set), published);
    report.tables.push(tableOf(set, score, published));
    const { intervals, ...points } = score;
    covered[set.name] = intervals;
    const figures = { ...points, coverage95: intervals.share, msis: intervals.msis };
    for (const [measure, value] of Object.entries(figures)) report.figures[`${measure}_${set.name}`] = value;
  }
  report.tables.push(coverageTable('Values inside their intervals of 95 %', covered));
  say('Series without a season …');
  const { figures, table } = await falseSeasons((points) => periodOf(host, points), quick);
  say('Businesses with a short history …');
  const businesses = measureBusinesses(quick, say);
  Object.assign(report.figures, figures, businesses.figures);
  report.tables.push(table, ...businesses.tables);
  return report;
}

export const forecast: Measurement = {
  name: 'forecast',
  summary:
    'OWA, sMAPE, MASE, coverage and MSIS of predict.timeseries on M3 and M4, published methods beside it; short histories beside R.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
