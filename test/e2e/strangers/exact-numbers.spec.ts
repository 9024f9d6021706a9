import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const BIG = '9007199254740993';
const NEXT = '9007199254740995';

const PIPELINE = (receiver: string, folder: string) => `version: 1
name: exact
inputs:
  order: { type: integer, default: ${NEXT} }
  more: { type: object, default: {} }
triggers: [{ webhook: orders }]
steps:
  - id: lines
    for_each: { jsonl: '${folder}/orders.jsonl', as: line }
    steps:
      - id: ask
        uses: http.request
        with: { url: '${receiver}', json: { id: "\${{ line.id }}", order: "\${{ inputs.order }}", fixed: ${BIG} } }
    collect: { id: "\${{ line.id }}", answered: "\${{ ask.json.id }}", next: "\${{ line.id + 2 }}", text: "n\${{ line.id }}" }
  - id: prices
    uses: table.read
    with: { file: '${folder}/prices.csv', types: { id: integer, price: number } }
  - id: joined
    uses: table.join
    with: { left: "\${{ lines.rows }}", right: "\${{ prices.rows }}", on: [id] }
  - id: sorted
    uses: table.sort
    with: { rows: "\${{ joined.rows }}", by: [id desc] }
  - id: groups
    uses: table.aggregate
    with: { rows: "\${{ joined.rows }}", by: [id], max: { largest: next } }
outputs:
  - { json: rows.json, rows: "\${{ sorted.rows }}" }
  - { jsonl: rows.jsonl, rows: "\${{ sorted.rows }}" }
  - { csv: rows.csv, rows: "\${{ sorted.rows }}" }
  - { jsonl: groups.jsonl, rows: "\${{ groups.rows }}" }
`;

const dir = tempDir();
let percept: RunningPercept;
let server: Server;
const received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push(body);
      response.setHeader('content-type', 'application/json').end(body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const data = join(dir, 'data');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'orders.jsonl'), `{"id": ${BIG}}\n{"id": 9007199254740992}\n{"id": ${NEXT}}\n`);
  writeFileSync(join(data, 'prices.csv'), `id,price\n${BIG},1.5\n9007199254740994,2\n${NEXT},${BIG}\n`);
  const env = { PERCEPT_DATA_ROOTS: data, PERCEPT_FETCH_ALLOW: '127.0.0.0/8', PERCEPT_PIPELINES_DIR: join(dir, 'pipelines') };
  percept = await startPercept({ env });
  const saved = await request('/v2/pipelines/exact', 'PUT', JSON.stringify({ source: PIPELINE(receiver, data) }));
  expect(saved).toMatchObject({ status: 201 });
});
afterAll(async () => {
  await percept?.stop();
  server.closeAllConnections();
  server.close();
  for (const folder of [percept?.dataDir, dir]) if (folder) removeDir(folder);
});

/** Bodies as texts: JSON.parse of a test would round. */
async function request(path: string, method = 'GET', body?: string): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await percept.fetch(path, { method, body, headers });
  return { status: answer.status, text: await answer.text() };
}

async function finished(started: { status: number; text: string }): Promise<string> {
  expect(started).toMatchObject({ status: 202 });
  const { id } = JSON.parse(started.text) as { id: string };
  const run = await waitFor(async () => {
    const { text } = await request(`/v2/runs/${id}`);
    return (JSON.parse(text) as { ended_at: string | null }).ended_at !== null && text;
  });
  expect(JSON.parse(run)).toMatchObject({ status: 'succeeded' });
  return id;
}

test('large integers are exact from a file through requests, tables and expressions into every output', async () => {
  const id = await finished(await request('/v2/pipelines/exact/runs', 'POST', `{"inputs":{"order":${BIG}}}`));
  expect(received.sort()).toEqual(['9007199254740992', BIG, NEXT].map((each) => `{"id":${each},"order":${BIG},"fixed":${BIG}}`));
  expect((await request(`/v2/runs/${id}`)).text).toContain(`"order":${BIG}`);
  const items = (await request(`/v2/runs/${id}/items`)).text;
  for (const each of [BIG, NEXT]) expect(items).toContain(`"id":${each}`);
  const output = async (name: string) => (await request(`/v2/runs/${id}/artifacts/${name}`)).text;
  const row = (each: string, next: string, price: string) =>
    `{"id":${each},"answered":${each},"next":${next},"text":"n${each}","price":${price}}`;
  const rows = [row(NEXT, '9007199254740997', BIG), row(BIG, NEXT, '1.5')];
  expect(await output('rows.jsonl')).toBe(`${rows.join('\n')}\n`);
  expect((await output('rows.json')).replaceAll(/\s/g, '')).toBe(`[${rows.join(',')}]`);
  expect(await output('rows.csv')).toBe(
    `id,answered,next,text,price\n${NEXT},${NEXT},9007199254740997,n${NEXT},${BIG}\n${BIG},${BIG},${NEXT},n${BIG},1.5\n`,
  );
  expect(await output('groups.jsonl')).toBe(`{"id":${BIG},"largest":${NEXT}}\n{"id":${NEXT},"largest":9007199254740997}\n`);
});

test('a hook, an idempotent start and a default keep them too', async () => {
  const made = await waitFor(async () => {
    const answer = await request('/v2/schedules/exact/1/address', 'POST');
    return answer.status === 201 && answer;
  });
  const { url } = JSON.parse(made.text) as { url: string };
  const hooked = await finished(await request(url, 'POST', `{"order":${BIG},"more":{"nested":[${BIG}]}}`));
  expect((await request(`/v2/runs/${hooked}`)).text).toContain(`"inputs":{"order":${BIG},"more":{"nested":[${BIG}]}}`);
  const plain = await finished(await request('/v2/pipelines/exact/runs', 'POST', '{}'));
  expect((await request(`/v2/runs/${plain}`)).text).toContain(`"order":${NEXT}`);
});

test('the table operations give them back over REST, and tell apart what a number would make equal', async () => {
  const rows = `[{"id":${BIG},"n":"18446744073709551617"},{"id":9007199254740992,"n":"18446744073709551616"}]`;
  const post = async (path: string, body: string) => (await request(path, 'POST', body)).text;
  expect(await post('/v2/table/sort', `{"rows":${rows},"by":["id"]}`)).toContain(
    `"rows":[{"id":9007199254740992,"n":"18446744073709551616"},{"id":${BIG},"n":"18446744073709551617"}]`,
  );
  expect(await post('/v2/table/filter', `{"rows":${rows},"where":"row.id == ${BIG}"}`)).toContain(`"rows":[{"id":${BIG},`);
  expect(await post('/v2/table/join', `{"left":${rows},"right":[{"n":"18446744073709551616","x":1}],"on":["n"]}`)).toContain(
    '"rows":[{"id":9007199254740992,"n":"18446744073709551616","x":1}]',
  );
  expect(await post('/v2/table/read', `{"data":"a\\n${BIG}\\n","types":{"a":"number"}}`)).toContain(`"rows":[{"a":${BIG}}]`);
  expect(await post('/v2/table/read', `{"data":"{\\"a\\":${BIG}}","format":"jsonl"}`)).toContain(`"rows":[{"a":${BIG}}]`);
});

test('an operation that computes takes the nearest number', async () => {
  const data = Array.from(
    { length: 30 },
    (_, day) => `{"timestamp":"2026-01-${String(day + 1).padStart(2, '0')}","value":${BIG}}`,
  );
  const answer = await request('/v2/predict/timeseries', 'POST', `{"data":[${data.join(',')}],"periods":1}`);
  expect(answer).toMatchObject({ status: 200 });
});

test('the command line prints them as they are', async () => {
  const rows = `{"rows":[{"id":${BIG}}],"by":["id"]}`;
  const done = await command(['run', 'table.sort', '--input', rows], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
  expect([done.stderr, done.stdout.replaceAll(/\s/g, '')]).toEqual(['', expect.stringContaining(`"id":${BIG}`)]);
});
