import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Later } from '../runner/cleanup';
import { answersPerSecond } from '../http/json-load';
import { runToEnd } from '../batch/pipeline-run';
import { Service } from '../service';

const MONTHS = 100;
const POINTS = 100_000;
const MINUTE_MS = 60_000;
const PIPELINE = `version: 1
name: bench-forecast
inputs:
  file: { type: string }
steps:
  - id: all
    for_each: { jsonl: "\${{ inputs.file }}", as: series }
    steps:
      - id: forecast
        uses: predict.timeseries
        with: { data: "\${{ series.data }}", periods: 12 }
    collect: { predictions: "\${{ forecast.predictions }}" }
outputs:
  - jsonl: forecasts.jsonl
    rows: \${{ all.rows }}
`;

/** Trend, season of twelve and a wave that no model has: the same numbers at every run. */
const value = (t: number, of: number) => 1000 + 3 * t + 100 * Math.sin((Math.PI * t) / 6) + 40 * Math.sin(t * (1.7 + of / 999));
const month = (t: number) => `${2000 + Math.floor(t / 12)}-${String((t % 12) + 1).padStart(2, '0')}`;

/** Through a service with two workers: a pipeline over a file of monthly series, and one series of 100,000 minutes. */
export async function measureService(series: number, later: Later): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-series-'));
  later(async () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'series.jsonl');
  const lines = Array.from({ length: series }, (_, of) => {
    const data = Array.from({ length: MONTHS }, (_v, t) => ({ timestamp: month(t), value: value(t, of) }));
    return `${JSON.stringify({ data })}\n`;
  });
  writeFileSync(file, lines.join(''));
  const service = await Service.start({ PERCEPT_WORKERS: '2', PERCEPT_DATA_ROOTS: folder });
  later(() => service.stop());
  const run = () => runToEnd(service, { source: PIPELINE, name: 'bench-forecast', inputs: { file }, items: series });
  await run(); // the first warms the workers up
  const seconds = await run();

  const data = Array.from({ length: POINTS }, (_, t) => ({
    timestamp: new Date(t * MINUTE_MS).toISOString(),
    value: value(t, 1),
  }));
  const long = { path: '/v2/predict/timeseries', body: { data, periods: 12 }, times: 5, inFlight: 1 };
  return {
    [`pipeline_${series}_series_s`]: seconds,
    points_100000_ms: 1000 / (await answersPerSecond(service, long)),
  };
}
