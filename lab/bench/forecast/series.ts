import { judgePoints } from '../../../libs/plugins/forecast/anomalies/anomalies';
import type { AnomaliesInput } from '../../../libs/plugins/forecast/anomalies/anomalies-input';
import { noiseFrom } from '../../../test/harness/fixtures/synthetic-series';
import { openPlugins } from '../../eval/plugins';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';

const SERIES = 1000;
const QUICK_SERIES = 10;
const POINTS = 120;
const LONG = 10_000;
const TURNS = 5;
const HOUR = 3_600_000;

const month = (t: number) => new Date(Date.UTC(2010, t, 1)).toISOString().slice(0, 7);

/** Rows of many series of months; every other one has a season. */
function rowsOf(series: number) {
  return Array.from({ length: series }, (_, i) => {
    const noise = noiseFrom(i);
    return Array.from({ length: POINTS }, (__, t) => ({
      id: `series ${i}`,
      timestamp: month(t),
      value: 100 + t / 2 + (i % 2) * 20 * Math.sin((t * Math.PI) / 6) + 5 * noise(),
    }));
  }).flat();
}

/** CPU milliseconds of judging a long series, the median of some turns after a first one. */
function judging(mode: AnomaliesInput['mode']): number {
  const noise = noiseFrom(1);
  const data = Array.from({ length: LONG }, (_, t) => ({
    timestamp: new Date(Date.UTC(2020, 0, 1) + t * HOUR).toISOString(),
    value: 100 + 20 * Math.sin((t * Math.PI) / 12) + 5 * noise(),
  }));
  const turns = Array.from({ length: TURNS + 1 }, () => {
    const started = process.cpuUsage();
    judgePoints({ data, mode, sensitivity: 0.001 });
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  });
  return turns.slice(1).sort((a, b) => a - b)[TURNS >> 1]!;
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const count = quick ? QUICK_SERIES : SERIES;
  const host = await openPlugins();
  later(() => host.close());
  const rows = rowsOf(count);
  const many = Array.from({ length: count }, (_, i) => ({
    id: `series ${i}`,
    data: rows.slice(i * POINTS, (i + 1) * POINTS).map(({ timestamp, value }) => ({ timestamp, value })),
  }));
  const timed = async (capability: string, fields: Record<string, unknown>): Promise<{ wall: number; cpu: number }> => {
    say(`${capability} of ${count} series …`);
    const [begun, started] = [process.cpuUsage(), performance.now()];
    await host.call(capability, fields);
    const { user, system } = process.cpuUsage(begun);
    return { wall: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
  };
  const forecast = await timed('predict.timeseries.batch', { series: many, periods: 12 });
  const anomalies = await timed('predict.anomalies.batch', { series: many, mode: 'last' });
  const changepoints = await timed('predict.changepoints.batch', { series: many });
  const table = await timed('table.forecast', { rows, by: ['id'], periods: 12 });
  const [entire, last] = [judging('entire'), judging('last')];
  return {
    name: 'series',
    ratios: {},
    figures: {
      series: count,
      forecast_s: forecast.wall,
      forecast_cpu_s: forecast.cpu,
      table_forecast_s: table.wall,
      table_forecast_cpu_s: table.cpu,
      changepoints_cpu_s: changepoints.cpu,
      anomalies_last_s: anomalies.wall,
      anomalies_last_cpu_s: anomalies.cpu,
      entire_10000_cpu_ms: entire,
      last_10000_cpu_ms: last,
    },
    tables: [
      {
        title: `${count} series of ${POINTS} points in one call`,
        head: ['capability', 'wall s', 'CPU s'],
        rows: [
          ['predict.timeseries.batch', forecast.wall, forecast.cpu],
          ['predict.anomalies.batch, last', anomalies.wall, anomalies.cpu],
          ['predict.changepoints.batch', changepoints.wall, changepoints.cpu],
          ['table.forecast', table.wall, table.cpu],
        ],
      },
    ],
  };
}

export const series: Measurement = {
  name: 'series',
  summary: 'Seconds of forecasting and judging 1,000 series in one call, and CPU time of judging 10,000 points.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
