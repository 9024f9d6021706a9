import { forecast as answer } from '../../../libs/plugins/forecast/forecast';
import { mase, mean, naiveScale, smape } from '../../eval/forecast/accuracy';
import { naive2 } from '../../eval/forecast/naive2';
import { owa } from '../../eval/forecast/score';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import { installedR } from '../runner/page';
import type { Report } from '../runner/report';
import { bounds, spread } from '../runner/statistics';
import { PEERS, peerIsHere, runPeer, type Timed } from './peer';
import { measureService } from './pipeline';
import { sampleSeries, type Sample } from './sample';

const SERIES = 200;
const QUICK_SERIES = 12;
/** Into so many parts the series are cut, which take turns: R is too slow for three rounds over all of them. */
const TURNS = 4;

const slices = <T>(all: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, part) => all.filter((_each, i) => i % count === part));

/** Ours, with intervals and the backtest behind `accuracy_score`: all that a caller gets, but for reading JSON. */
function runOurs(sample: readonly Sample[]): Timed {
  const started = process.cpuUsage();
  const forecasts = sample.map(({ history, period, future }) =>
    Array.from(answer({ values: Float64Array.from(history), periods: [period], horizon: future.length, level: 0.95 }).predicted),
  );
  const { user, system } = process.cpuUsage(started);
  return { ms: (user + system) / 1000, forecasts };
}

function scoreOf(sample: readonly Sample[], forecasts: readonly number[][]): { smape: number; mase: number } {
  const scaled = sample.flatMap(({ history, future, period }, i) => {
    const scale = naiveScale(history, period);
    return scale > 0 ? [mase(future, forecasts[i]!, scale)] : [];
  });
  return { smape: mean(sample.map(({ future }, i) => smape(future, forecasts[i]!))), mase: mean(scaled) };
}

async function compare({ quick, say, data }: MeasureOptions, later: Later): Promise<Report> {
  const { source, series } = sampleSeries(quick ? QUICK_SERIES : SERIES, data);
  const base = scoreOf(
    series,
    series.map(({ history, period, future }) => naive2(history, period, future.length)),
  );
  const here = peerIsHere();
  if (!here) say('Skipped: R with its package forecast (Debian: r-cran-forecast) is not here; ours alone is measured.');
  const report: Report = { name: 'forecast', ratios: {}, figures: { series: series.length }, tables: [] };
  if (here) report.against = installedR();
  const rows: (string | number)[][] = [];
  const note = (method: string, { ms, forecasts }: Timed) => {
    report.figures[`ms_per_series_${method}`] = ms / series.length;
    report.figures[`owa_${method}`] = owa(scoreOf(series, forecasts), base);
    rows.push([method, ms / series.length, report.figures[`owa_${method}`]!]);
  };
  // The first turn warms the compiler up.
  note('ours', [0, 1].map(() => runOurs(series))[1]!);
  for (const method of here ? PEERS : []) {
    say(`${method} …`);
    const turns = slices(series, TURNS).map((part) => ({ peer: runPeer(method, part), ours: runOurs(part) }));
    const ms = turns.reduce((sum, { peer }) => sum + peer.ms, 0);
    const forecasts = series.map((_, i) => turns[i % TURNS]!.peer.forecasts[Math.floor(i / TURNS)]!);
    note(method, { ms, forecasts });
    const speed = spread(turns.map(({ peer, ours }) => peer.ms / ours.ms));
    report.ratios[`speed_vs_${method}`] = speed.median;
    Object.assign(report.figures, bounds(`speed_vs_${method}`, speed));
  }
  report.tables.push({ title: `${series.length} series (${source})`, head: ['method', 'CPU ms a series', 'OWA'], rows });
  say('Through the service …');
  Object.assign(report.figures, await measureService(quick ? 10 : 1000, later));
  return report;
}

export const forecast: Measurement = {
  name: 'forecast',
  summary: "CPU time and OWA of the forecast against R's ets, auto.arima and thetaf on the same series.",
  measure: (options) => withCleanup((later) => compare(options, later)),
};
