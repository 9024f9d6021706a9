import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { EXAMPLES, percept as command, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));

let dir: string;
let photos: string;
let percept: RunningPercept;
let receiver: Server;
const received: Received[] = [];

beforeAll(async () => {
  dir = tempDir();
  photos = join(dir, 'roots', 'photos');
  mkdirSync(photos, { recursive: true });
  mkdirSync(join(dir, 'pipelines'));
  writeFileSync(join(dir, 'pipelines', 'detect-folder.yaml'), readFileSync(join(ROOT, 'pipelines', 'detect-folder.yaml')));
  for (let index = 0; index < 6; index++) writeFileSync(join(photos, `photo-${index}.jpg`), IMAGE);
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  percept = await startPercept({
    env: {
      PERCEPT_PIPELINES_DIR: join(dir, 'pipelines'),
      PERCEPT_DATA_ROOTS: join(dir, 'roots'),
      PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
  });
});
afterAll(async () => {
  await percept.stop();
  receiver.close();
  removeDir(percept.dataDir);
  removeDir(dir);
});

const post = (path: string, body: unknown): Promise<Response> =>
  percept.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function endOf(location: string): Promise<Record<string, any>> {
  return waitFor(
    async () => {
      const run = (await (await percept.fetch(location)).json()) as Record<string, any>;
      return !['queued', 'running'].includes(run['status'] as string) && run;
    },
    { interval: 50 },
  );
}

const untilReceived = (predicate: (event: Record<string, any>) => boolean): Promise<Received> =>
  waitFor(() => received.find(({ body }) => predicate(JSON.parse(body) as Record<string, any>)));

const url = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

describe('a batch', () => {
  test('a folder of photos ends in a signed batch.completed that standardwebhooks verifies', async () => {
    const made = await post('/v1/webhooks', { url: url(), events: ['batch.*'], description: 'test' });
    expect(made.status).toBe(201);
    const { secret } = (await made.json()) as { secret: string };

    const started = await post('/v2/pipelines/detect-folder/runs', { inputs: { folder: photos } });
    expect(started.status).toBe(202);
    const location = started.headers.get('location')!;
    expect(location).toMatch(/^\/v2\/runs\/run_[0-9a-f]{32}$/);
    const run = await endOf(location);
    expect(run).toMatchObject({ status: 'succeeded', counts: { total: 6, succeeded: 6, failed: 0, pending: 0, running: 0 } });

    const rows = readFileSync(run['outputs'][0].path as string, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, any>);
    expect(rows.map((row) => row['file'])).toEqual(Array.from({ length: 6 }, (_, index) => join(photos, `photo-${index}.jpg`)));
    for (const row of rows) expect(row['total_objects']).toBeGreaterThan(0);

    const { headers, body } = await untilReceived((event) => event['type'] === 'batch.completed');
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, any>;
    expect(verified).toMatchObject({
      id: headers['webhook-id'],
      type: 'batch.completed',
      data: { run_id: run['id'], pipeline: 'detect-folder', status: 'succeeded' },
    });
    expect(() => new Webhook(secret).verify(body.replace('succeeded', 'failed'), headers as Record<string, string>)).toThrow();
    const types = received.map((each) => (JSON.parse(each.body) as { type: string }).type);
    expect(types.filter((type) => type === 'batch.completed')).toHaveLength(1);
    expect(types).not.toContain('prediction.completed');
  });

  test('a run of the command line is told too', async () => {
    const env = { PERCEPT_DATA_DIR: percept.dataDir, PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true' };
    const pipeline = join(dir, 'pipelines', 'detect-folder.yaml');
    const { stdout } = await command(['pipeline', 'run', pipeline, '--input', `folder=${photos}`], { env, cwd: dir });
    const id = /^(run_\w+) succeeded/m.exec(stdout)![1];
    await untilReceived((event) => event['type'] === 'batch.completed' && event['data'].run_id === id);
  });

  test('a call over HTTP tells prediction.completed', async () => {
    await post('/v1/webhooks', { url: url(), events: ['prediction.completed'] });
    const answer = (await (await post('/v2/vision/detect', { image: IMAGE.toString('base64') })).json()) as Record<string, any>;
    const { body } = await untilReceived(
      (event) => event['type'] === 'prediction.completed' && event['data'].source === 'request',
    );
    expect(JSON.parse(body)).toMatchObject({
      data: { capability: 'vision.detect', result: { detections: answer['detections'] }, models: [{ name: 'centernet' }] },
    });
  });

  test('a broken image fails alone, with its reason', async () => {
    const mixed = join(dir, 'roots', 'mixed');
    mkdirSync(mixed);
    writeFileSync(join(mixed, 'good.jpg'), IMAGE);
    writeFileSync(join(mixed, 'bad.jpg'), IMAGE.subarray(0, 400));
    const run = await endOf(
      (await post('/v2/pipelines/detect-folder/runs', { inputs: { folder: mixed } })).headers.get('location')!,
    );
    expect(run).toMatchObject({
      counts: { total: 2, succeeded: 1, failed: 1 },
      failures: [{ item: expect.stringContaining('bad.jpg'), code: 'UNSUPPORTED_MEDIA' }],
    });
    expect(['partial', 'failed']).toContain(run['status']);
  });

  test('runs and their items are listed, filtered by state and by name', async () => {
    const { runs } = (await (await percept.fetch('/v2/runs?limit=2')).json()) as Record<string, any>;
    expect(runs.length).toBeGreaterThan(0);
    const mixed = runs[0] as Record<string, any>;
    const items = async (query: string) =>
      (await (await percept.fetch(`/v2/runs/${mixed['id']}/items${query}`)).json()) as Record<string, any>;
    expect((await items('')).items).toHaveLength(2);
    const { items: failed } = await items('?state=failed&limit=1');
    expect(failed).toMatchObject([{ state: 'failed', error: { code: 'UNSUPPORTED_MEDIA' } }]);
    expect((await items(`?key=${encodeURIComponent(failed[0].key as string)}`)).items).toEqual(failed);
    expect(await items('?limit=many')).toMatchObject({ error: { code: 'INVALID_REQUEST', details: { field: 'limit' } } });
    expect((await percept.fetch('/v2/runs/run_none/items')).status).toBe(404);
  });

  test('files outside the data roots are refused, by path, by .. and by link', async () => {
    symlinkSync('/etc', join(dir, 'roots', 'link'));
    for (const folder of ['/etc', join(dir, 'roots', '..', 'pipelines'), join(dir, 'roots', 'link')]) {
      const answer = await post('/v2/pipelines/detect-folder/runs', { inputs: { folder } });
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/outside the folders/)]);
    }
  });

  test.each([
    ['tab', 'version: 1\nname: tab\nsteps:\n\t- id: a\n', /tab\.yaml:4:1/],
    [
      'unknown',
      'version: 1\nname: unknown\nsteps:\n  - id: a\n    uses: vision.detectt\n    with: { image: a.jpg }\n',
      /unknown\.yaml:5:11.*vision\.detect/,
    ],
    [
      'cycle',
      'version: 1\nname: cycle\nsteps:\n  - id: a\n    uses: vision.detect\n    if: b.total_objects > 0\n    with: { image: a.jpg }\n  - id: b\n    uses: vision.detect\n    if: a.total_objects > 0\n    with: { image: a.jpg }\n',
      /cycle\.yaml:4:\d+.*a → b → a/,
    ],
  ])('a pipeline with a %s is refused with file, line and column', async (name, yaml, reason) => {
    writeFileSync(join(dir, 'pipelines', `${name}.yaml`), yaml);
    const answer = await post(`/v2/pipelines/${name}/runs`, {});
    const { error } = (await answer.json()) as { error: { code: string; details: { field: string; reason: string } } };
    expect([answer.status, error.code, error.details.field]).toEqual([400, 'INVALID_REQUEST', 'pipeline']);
    expect(error.details.reason).toMatch(reason);
  });

  test('an unknown pipeline, run, input and a wrong input type are said', async () => {
    expect((await post('/v2/pipelines/detect-foldr/runs', {})).status).toBe(404);
    expect((await percept.fetch('/v2/runs/run_nothing')).status).toBe(404);
    const unknown = (await (await post('/v2/pipelines/detect-folder/runs', { inputs: { foldr: 'x' } })).json()) as Record<
      string,
      any
    >;
    expect(unknown['error']).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'inputs.foldr', reason: expect.stringContaining('folder') },
    });
    const wrong = (await (await post('/v2/pipelines/detect-folder/runs', { inputs: { folder: 7 } })).json()) as Record<
      string,
      any
    >;
    expect(wrong['error']).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'inputs.folder' } });
  });

  test.each([
    [{}, 'url'],
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'http://example.com/hook' }, 'url'],
    [{ url: 'https://example.com', events: ['batch.complete'] }, 'events[0]'],
    [{ url: 'https://example.com', secret: 'short' }, 'secret'],
    [{ url: 'https://example.com', evnts: [] }, 'evnts'],
  ])('the webhook %j is refused, naming %s', async (body, field) => {
    const answer = await post('/v1/webhooks', body);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'INVALID_REQUEST', details: expect.objectContaining({ field }) }) },
    ]);
  });
});
