import Ajv from 'ajv';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PromisedAnswers } from '../../harness/document';
import { EXAMPLES, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
let dir: string;
let percept: RunningPercept;
let promised: PromisedAnswers;

const COUNT = `version: 1
name: count
inputs:
  folder: { type: string, default: photos }
steps:
  - id: photos
    for_each: { files: "\${{ inputs.folder }}/*.jpg", as: photo }
    steps:
      - { id: detect, uses: vision.detect, with: { image: "\${{ photo.path }}" }, cache: 30d }
    collect: { file: "\${{ photo.name }}", objects: "\${{ detect.total_objects }}" }
  - id: total
    uses: table.aggregate
    with: { rows: "\${{ photos.rows }}", sum: { objects: objects } }
outputs:
  - csv: out/photos.csv
    rows: \${{ photos.rows }}
  - json: total.json
    rows: \${{ total.rows }}
`;

interface Answer {
  status: number;
  body: Record<string, any>;
  headers: Headers;
}

async function ask(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await percept.fetch(path, {
    method,
    ...(body !== undefined && { body: text, headers: { 'content-type': type } }),
  });
  const answer = await response.text();
  const given = { status: response.status, body: answer ? (JSON.parse(answer) as Answer['body']) : {} };
  // Every answer is what the OpenAPI document says that it is.
  if (answer) expect([method, path, promised.breaches(method, path, given)]).toEqual([method, path, []]);
  return { ...given, headers: response.headers };
}
const keep = (source: string, name = 'count') => ask('PUT', `/v2/pipelines/${name}`, source, 'application/yaml');

beforeAll(async () => {
  dir = tempDir();
  mkdirSync(join(dir, 'photos'));
  for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(dir, 'photos', name), IMAGE);
  writeFileSync(join(dir, 'photos', 'broken.jpg'), IMAGE.subarray(0, 100));
  percept = await startPercept({ env: { PERCEPT_DATA_ROOTS: dir, PERCEPT_PIPELINES_DIR: join(dir, 'pipelines') } });
  promised = await PromisedAnswers.of(percept.url);
});
afterAll(async () => {
  await percept.stop();
  removeDir(dir);
});

describe('pipelines over HTTP', () => {
  test('are kept with revisions, shown with their graph, and taken back', async () => {
    const first = await keep(COUNT);
    expect(first).toMatchObject({
      status: 201,
      body: { name: 'count', number: 1, revision: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(first.headers.get('location')).toBe('/v2/pipelines/count');
    expect(await keep(COUNT)).toMatchObject({ status: 200, body: { number: 1 } });
    expect(await ask('PUT', '/v2/pipelines/count', { source: `# new\n${COUNT}` })).toMatchObject({
      status: 200,
      body: { number: 2 },
    });
    expect((await ask('GET', '/v2/pipelines/count')).body).toMatchObject({
      number: 2,
      file: null,
      source: `# new\n${COUNT}`,
      inputs: [{ name: 'folder', type: 'string', default: 'photos' }],
      graph: {
        nodes: [
          { id: 'photos', kind: 'block', uses: ['vision.detect'], steps: ['detect'] },
          { id: 'total', kind: 'call', uses: ['table.aggregate'] },
        ],
        edges: [{ from: 'photos', to: 'total' }],
      },
      findings: [],
    });
    expect((await ask('GET', '/v2/pipelines/count/revisions')).body.revisions).toHaveLength(2);
    expect((await ask('GET', '/v2/pipelines')).body.pipelines).toMatchObject([{ name: 'count', findings: [] }]);
    expect((await ask('DELETE', '/v2/pipelines/count')).status).toBe(204);
    expect(await ask('GET', '/v2/pipelines/count')).toMatchObject({ status: 404 });
    expect(await ask('DELETE', '/v2/pipelines/count')).toMatchObject({ status: 404 });
    expect(await keep(COUNT)).toMatchObject({ status: 201, body: { number: 4 } });
  });

  test('with mistakes are refused with all of them', async () => {
    const wrong = COUNT.replace('vision.detect', 'vision.detekt').replace('photo.name', 'foto.name');
    const findings = [
      { file: 'count.yaml', line: 9, column: 29, message: expect.stringContaining("Did you mean 'vision.detect'?") },
      { file: 'count.yaml', line: 10, column: 27, message: expect.stringContaining("Did you mean 'photo'?") },
    ];
    expect(await keep(wrong)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'INVALID_REQUEST',
          details: { field: 'pipeline', reason: expect.stringMatching(/^count.yaml:9:29/), findings },
        },
      },
    });
    expect(await ask('POST', '/v2/pipelines/count/validate', wrong, 'text/yaml')).toMatchObject({
      status: 400,
      body: { error: { details: { findings } } },
    });
    expect(await ask('POST', '/v2/pipelines/count/validate', { source: COUNT })).toMatchObject({
      status: 200,
      body: { valid: true },
    });
    const misnamed = [{ file: 'other.yaml', line: 2, column: 7, message: expect.stringContaining("'count'") }];
    for (const [method, path] of [
      ['PUT', '/v2/pipelines/other'],
      ['POST', '/v2/pipelines/other/validate'],
    ] as const) {
      expect(await ask(method, path, { source: COUNT })).toMatchObject({
        status: 400,
        body: { error: { details: { findings: misnamed } } },
      });
    }
    expect(await ask('PUT', '/v2/pipelines/count', {})).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'source' } } },
    });
    expect(await ask('PUT', '/v2/pipelines/count', '', 'text/yaml')).toMatchObject({ status: 400 });
  });

  test('have a schema for editors, which send no key', async () => {
    const compressed = await fetch(`${percept.url}/schemas/pipeline.json`);
    const plain = await fetch(`${percept.url}/schemas/pipeline.json`, { headers: { 'accept-encoding': 'identity' } });
    const schema = (await compressed.json()) as Record<string, any>;
    expect([compressed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
    expect(await plain.json()).toEqual(schema);
    const { call } = schema.definitions;
    expect(call.properties.uses.anyOf.map((each: { const: string }) => each.const)).toEqual(
      expect.arrayContaining(['vision.detect', 'table.aggregate']),
    );
    expect(Object.keys(schema.definitions['with-vision.detect'].properties)).toContain('min_confidence');
    const fits = new Ajv({ strict: false }).compile(schema);
    const examples = readdirSync(join(ROOT, 'pipelines')).map((name) => readFileSync(join(ROOT, 'pipelines', name), 'utf8'));
    const wrong = [
      ['vision.detect', 'vision.detekt'],
      ['image:', 'imge:'],
      ['as: photo', 'az: photo'],
      ['cache: 30d', 'cache: 30'],
    ].map(([from, to]) => COUNT.replace(from!, to!));
    wrong.push(`${COUNT}triggers: [{ cron: 0 3 * * *, catchup: last }]\n`);
    expect(examples.map((text) => [fits(parse(text)), fits.errors])).toEqual(examples.map(() => [true, null]));
    expect(wrong.map((text) => fits(parse(text)))).toEqual(wrong.map(() => false));
    expect(fits(parse(`${COUNT}triggers: [{ cron: 0 3 * * *, catch_up: last }, { webhook: x, input: folder }]\n`))).toBe(true);
  });
});

describe('a run over HTTP', () => {
  test('reports its progress as events, serves its files, and is retried', async () => {
    await keep(COUNT);
    const started = await ask('POST', '/v2/pipelines/count/runs', {});
    expect(started).toMatchObject({ status: 202 });
    const { id } = started.body as { id: string };
    const events = await (await percept.fetch(`/v2/runs/${id}/events`)).text();
    const last = events.trim().split('\n\n').at(-1)!;
    expect(last).toMatch(/^event: end\nid: partial-4-0-3-1\ndata: \{/);
    expect(JSON.parse(/^data: (.*)$/m.exec(last)![1]!)).toMatchObject({
      status: 'partial',
      counts: { total: 4, succeeded: 3, failed: 1, cached: 0 },
    });
    const file = await percept.fetch(`/v2/runs/${id}/artifacts/photos.csv`);
    expect(file.headers.get('content-type')).toMatch(/text\/csv/);
    expect(await file.text()).toMatch(/^file,objects\na.jpg,\d+\nb.jpg,\d+\n$/);
    expect((await percept.fetch(`/v2/runs/${id}/artifacts/${encodeURIComponent('out/photos.csv')}`)).status).toBe(200);
    expect(await ask('GET', `/v2/runs/${id}/artifacts/${encodeURIComponent('../../percept.sqlite')}`)).toMatchObject({
      status: 404,
    });
    writeFileSync(join(dir, 'photos', 'broken.jpg'), IMAGE);
    expect(await ask('POST', `/v2/runs/${id}/retry`)).toMatchObject({ status: 202, body: { id, status: 'queued' } });
    await (await percept.fetch(`/v2/runs/${id}/events`)).text();
    const run = (await ask('GET', `/v2/runs/${id}`)).body;
    expect(run).toMatchObject({
      status: 'succeeded',
      counts: { total: 4, succeeded: 4, failed: 0 },
      outputs: [{ rows: 3 }, { rows: 1 }],
    });
    expect(await ask('POST', `/v2/runs/${id}/retry`)).toMatchObject({ status: 409 });
    const again = (await ask('POST', '/v2/pipelines/count/runs', {})).body;
    await (await percept.fetch(`/v2/runs/${again.id as string}/events`)).text();
    expect((await ask('GET', `/v2/runs/${again.id as string}`)).body.counts).toMatchObject({ succeeded: 4, cached: 3 });
  });

  test('is listed with the others page by page, and so are its items', async () => {
    const first = (await ask('GET', '/v2/runs?limit=1&pipeline=count')).body;
    expect(first.runs).toHaveLength(1);
    const second = (await ask('GET', `/v2/runs?limit=1&pipeline=count&cursor=${first.next_cursor as string}`)).body;
    expect(second).toMatchObject({ runs: [{ pipeline: 'count' }], next_cursor: null });
    expect((await ask('GET', '/v2/runs?status=failed')).body.runs).toEqual([]);
    expect(await ask('GET', '/v2/runs?status=faild')).toMatchObject({ status: 400 });
    const items = `/v2/runs/${second.runs[0].id as string}/items?limit=3`;
    const page = (await ask('GET', items)).body;
    const rest = (await ask('GET', `${items}&cursor=${page.next_cursor as string}`)).body;
    expect([page.items.length, rest.items.length, rest.next_cursor]).toEqual([3, 1, null]);
    expect(await ask('GET', `${items}&cursor=nonsense`)).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'cursor' } } },
    });
  });

  test('is removed for good, with its items and files', async () => {
    // Two images end before a slow machine can cancel the run.
    mkdirSync(join(dir, 'many'));
    for (let n = 0; n < 300; n++) writeFileSync(join(dir, 'many', `${n}.jpg`), IMAGE);
    await keep(COUNT.replace(', cache: 30d', ''));
    const { body: run } = await ask('POST', '/v2/pipelines/count/runs', { inputs: { folder: 'many' } });
    const path = `/v2/runs/${run.id}`;
    expect((await ask('DELETE', path)).status).toBe(409);
    const { body: cancelled } = await ask('POST', `${path}/cancel`);
    await waitFor(async () => !['queued', 'running'].includes((await ask('GET', path)).body.status));
    expect(cancelled.id).toBe(run.id);
    expect((await ask('DELETE', path)).status).toBe(204);
    for (const each of [path, `${path}/items`]) expect((await ask('GET', each)).status).toBe(404);
    expect((await ask('DELETE', path)).status).toBe(404);
    const kept = existsSync(join(percept.dataDir, 'runs')) ? readdirSync(join(percept.dataDir, 'runs')) : [];
    expect(kept).not.toContain(run.id);
  });

  test('tries a text that is not saved on one item of each block', async () => {
    const source = COUNT.replace('name: count', 'name: draft').replace('*.jpg', 'a.jpg');
    const start = (body: object) => ask('POST', '/v2/pipelines/draft/runs', body);
    const started = await start({ source, limit: 1 });
    expect(started).toMatchObject({ status: 202, body: { limit: 1, pipeline: 'draft' } });
    const run = await waitFor(async () => {
      const { body } = await ask('GET', `/v2/runs/${started.body.id}`);
      return !['queued', 'running'].includes(body.status as string) && body;
    });
    expect(run).toMatchObject({ limit: 1, counts: { total: 2 } });
    expect(run.steps).toMatchObject([{ step: 'photos', total: 1 }, { step: 'total' }]);
    expect((await ask('GET', '/v2/pipelines/draft')).status).toBe(404);
    expect(await start({ source: COUNT })).toMatchObject({ status: 400, body: { error: { details: { field: 'source' } } } });
    expect(await start({ source, limit: 0 })).toMatchObject({ status: 400, body: { error: { details: { field: 'limit' } } } });
    expect(await start({ limit: 1 })).toMatchObject({ status: 404 });
  });

  test('that is not there has no events', async () => {
    expect((await percept.fetch('/v2/runs/run_none/events')).status).toBe(404);
  });
});
