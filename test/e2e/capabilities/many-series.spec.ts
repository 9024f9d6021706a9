import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const folder = tempDir();
let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_DATA_ROOTS: folder } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(folder);
});

const { send, post, make } = sending(() => percept);
const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `series ${i}`,
    data: [12, 14, 13, 15, 14].map((value, t) => ({ timestamp: day(t), value: value + i })),
  }));

async function keyOf(monthly_limit: number, scopes = ['predict']) {
  const { id, key } = await make({ plan: 'enterprise', monthly_limit, scopes });
  const used = async () => (await send(`/v1/usage?key_id=${id}`)).body.keys[0].quota.used as number;
  return { used, ...sending(() => ({ ...percept, key })) };
}

test('a call of many series counts a request for each hundred', async () => {
  const { post: call, used } = await keyOf(100);
  const { status, body } = await call('/v2/predict/timeseries/batch', { series: many(250), periods: 2 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ series_answered: 250, series_failed: 0, processing_time_ms: expect.any(Number) });
  expect(body.series[249]).toMatchObject({ id: 'series 249', predictions: [{ timestamp: day(5) }, { timestamp: day(6) }] });
  expect(await used()).toBe(3);
  await call('/v2/predict/anomalies/batch', { series: many(100) });
  expect(await used()).toBe(4);
  expect((await call('/v2/predict/changepoints/batch', { series: [...many(2), ...many(1)] })).status).toBe(400);
  expect(await used()).toBe(4);
});

test('it is refused where the month has no room for them, and counts nothing', async () => {
  const { post: call, used } = await keyOf(2);
  const { status, body } = await call('/v2/predict/timeseries/batch', { series: many(250), periods: 2 });
  expect([status, body.error.code]).toEqual([429, 'QUOTA_EXCEEDED']);
  await waitFor(async () => (await used()) === 0);
});

test('an answer of megabytes arrives whole, with exact integers, and is not kept once more in its event', async () => {
  const rows = Array.from({ length: 40_000 }, (_, n) => ({ n, text: 'größe' }));
  const { key } = await make({ plan: 'enterprise', scopes: ['predict'] });
  const call = async (sent: object[]): Promise<string> => {
    const body = JSON.stringify({ rows: sent, columns: { m: 'row.n + 1' }, keep: true }).replace('"n":0', '"n":9007199254740993');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await percept.fetch('/v2/table/map', { method: 'POST', headers, body })).text();
  };
  const text = await call(rows);
  expect(text).toContain('{"n":9007199254740993,"text":"größe","m":9007199254740994}');
  const answer = JSON.parse(text) as { rows: object[]; rows_read: number; processing_time_ms: number };
  expect(answer).toMatchObject({ rows_read: 40_000, processing_time_ms: expect.any(Number) });
  expect(answer.rows.slice(1)).toEqual(rows.slice(1).map((row) => ({ ...row, m: row.n + 1 })));
  await call(rows.slice(1, 3));

  const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'));
  const told = database.prepare("SELECT data FROM events WHERE data LIKE '%table.map%' ORDER BY id").all() as { data: string }[];
  database.close();
  expect(told.map(({ data }) => (JSON.parse(data) as { result?: object }).result)).toEqual([
    undefined,
    expect.objectContaining({ rows_read: 2 }),
  ]);
});

test('a single forecast is documented and answered as before', async () => {
  const { status, body } = await post('/v2/predict/timeseries', { data: many(1)[0]!.data, periods: 1 });
  expect([status, body.predictions]).toEqual([200, [expect.objectContaining({ timestamp: day(5) })]]);
});

test('a pipeline streams more than a thousand series from step to step', async () => {
  const file = join(folder, 'series.jsonl');
  const odd = { id: 'odd', data: [7, 7, 7, 7, 7, 7, 7, 7, 7, 99].map((value, t) => ({ timestamp: day(t), value })) };
  const lines = [...many(1200), odd, { id: 'short', data: [] }];
  writeFileSync(file, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const source = `version: 1
name: many-series
steps:
  - id: all
    uses: table.read
    with: { file: "${file}" }
  - id: judged
    uses: predict.anomalies.batch
    with: { series: "\${{ all.rows }}", mode: last }
  - id: strange
    uses: table.filter
    with: { rows: "\${{ judged.series }}", where: "has(row.total_anomalies) && row.total_anomalies > 0" }
outputs:
  - jsonl: strange.jsonl
    rows: \${{ strange.rows }}
`;
  const { send: as, post: call } = await keyOf(1000, ['predict', 'pipelines']);
  const kept = await as('/v2/pipelines/many-series', { method: 'PUT', body: { source } });
  expect(kept.body).not.toHaveProperty('error');
  const { body: run } = await call('/v2/pipelines/many-series/runs', {});
  const ended = await waitFor(async () => {
    const { body } = await as(`/v2/runs/${run.id}`);
    return !['queued', 'running'].includes(body.status) && body;
  });
  expect(ended).toMatchObject({ status: 'succeeded', failures: [] });
  const output = ended.outputs.find((each: { path: string }) => each.path.endsWith('strange.jsonl'));
  const rows = readFileSync(output.path, 'utf8').trim().split('\n');
  expect(rows.map((row) => (JSON.parse(row) as { id: string }).id)).toEqual(['odd']);
});
