import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EXAMPLES, percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const SECRET = 'swordfish-7Q2x';
const PIPELINE = `version: 1
name: remote
secrets: [IMAGE_TOKEN]
inputs:
  list: { type: string, default: urls.txt }
triggers:
  - webhook: lists
steps:
  - id: images
    for_each: { urls: "\${{ inputs.list }}", as: image }
    steps:
      - id: look
        uses: vision.detect
        with: { image_url: "\${{ image.url }}?token=\${{ secrets.IMAGE_TOKEN }}" }
    collect: { name: "\${{ image.name }}", objects: "\${{ look.total_objects }}" }
outputs:
  - jsonl: images.jsonl
    rows: \${{ images.rows }}
`;

const dir = tempDir();
const dataDir = join(dir, 'data');
const env = { PERCEPT_DATA_DIR: dataDir };
/** What the far server was requested, and the answer that it keeps waiting. */
const asked: string[] = [];
let held: ServerResponse | undefined;
let far: Server;
let service: RunningPercept;
const secrets = [SECRET];
/** The service limits requests per minute. */
const POLLING = { interval: 100 };

const post = (path: string, body: unknown = {}) =>
  service.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const read = async (path: string) => (await (await service.fetch(path)).json()) as Record<string, any>;

async function endOf(id: string): Promise<Record<string, any>> {
  return waitFor(async () => {
    const run = await read(`/v2/runs/${id}`);
    return !['queued', 'running'].includes(run['status'] as string) && run;
  }, POLLING);
}

/** Everything below a folder. */
function contents(folder: string): string {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

beforeAll(async () => {
  far = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://far');
    asked.push(pathname);
    if (pathname === '/waits.jpg') held = response;
    else if (searchParams.get('token') !== SECRET) response.writeHead(403).end();
    else if (pathname === '/one%20image.jpg') response.writeHead(200).end(IMAGE);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(far, 'listening');
  const at = `http://127.0.0.1:${(far.address() as AddressInfo).port}`;
  mkdirSync(join(dir, 'roots'));
  mkdirSync(join(dir, 'pipelines'));
  writeFileSync(join(dir, 'pipelines', 'remote.yaml'), PIPELINE);
  const lines = [
    '# images of today',
    `${at}/one%20image.jpg`,
    '',
    `  ${at}/gone.jpg`,
    'ftp://far/a.jpg',
    'http://10.1.2.3/a.jpg',
  ];
  writeFileSync(join(dir, 'roots', 'urls.txt'), lines.join('\n'));
  writeFileSync(join(dir, 'roots', 'waits.txt'), `${at}/waits.jpg\n`);
  // Made beforehand: the service prints the key that it makes itself.
  const { stdout } = await command(
    [
      'keys',
      'create',
      '--init',
      '--name',
      'remote',
      '--plan',
      'enterprise',
      '--scopes',
      'predict',
      'pipelines',
      'webhooks',
      'admin',
    ],
    { env },
  );
  secrets.push(stdout.trim());
  service = await startPercept({
    dataDir,
    key: stdout.trim(),
    env: {
      PERCEPT_PIPELINES_DIR: join(dir, 'pipelines'),
      PERCEPT_DATA_ROOTS: join(dir, 'roots'),
      PERCEPT_FETCH_ALLOW: '127.0.0.0/8',
      PERCEPT_SECRET_IMAGE_TOKEN: SECRET,
      PERCEPT_SECRET_IMAGE_TOKEN_HOSTS: '127.0.0.1, 10.1.2.3',
      PERCEPT_LOG_LEVEL: 'debug',
    },
  });
});
afterAll(async () => {
  await service?.kill();
  far.close();
  removeDir(dir);
});

test('items are read from URLs, of allowed addresses only, each failing alone; what is secret stays with the far server', async () => {
  const { url } = (await (await postUntilKnown('/v2/schedules/remote/1/address')).json()) as { url: string };
  secrets.push(url.split('/').pop()!);
  const started = await fetch(`${service.url}${url}`, { method: 'POST' });
  expect(started.status).toBe(202);
  const { id } = (await started.json()) as { id: string };
  expect(await endOf(id)).toMatchObject({ status: 'partial', counts: { total: 4, succeeded: 1, failed: 3 } });
  const { items } = await read(`/v2/runs/${id}/items`);
  expect(
    items.map(({ item: _, key, error }: Record<string, any>) => [new URL(key as string).pathname, error?.code ?? null]),
  ).toEqual([
    ['/one%20image.jpg', null],
    ['/gone.jpg', 'MEDIA_FETCH_FAILED'],
    ['/a.jpg', 'INVALID_REQUEST'],
    ['/a.jpg', 'MEDIA_FETCH_FAILED'],
  ]);
  expect(items[1].error.reason).toMatch(/404/);
  expect(items[3].error.reason).toMatch(/address/);
  const rows = await (await service.fetch(`/v2/runs/${id}/artifacts/images.jsonl`)).text();
  expect(JSON.parse(rows)).toEqual({ name: 'one image.jpg', objects: expect.any(Number) });
  expect(asked).toEqual(expect.arrayContaining(['/one%20image.jpg', '/gone.jpg']));
});

/** Schedules appear a moment after their pipeline. */
async function postUntilKnown(path: string): Promise<Response> {
  return waitFor(async () => {
    const answer = await post(path);
    return answer.status !== 404 && answer;
  }, POLLING);
}

/** Starts a run whose one item waits for the far server. */
async function startWaiting(): Promise<string> {
  held = undefined;
  const { id } = (await (await post('/v2/pipelines/remote/runs', { inputs: { list: 'waits.txt' } })).json()) as { id: string };
  await waitFor(() => held);
  return id;
}

test('a run is cancelled while its call hangs: nobody waits for the far server', async () => {
  const id = await startWaiting();
  expect((await post(`/v2/runs/${id}/cancel`)).status).toBe(200);
  expect(await endOf(id)).toMatchObject({ status: 'cancelled', counts: { total: 1, succeeded: 0, running: 0 } });
  expect(held!.writableEnded).toBe(false);
  held!.destroy();
});

test('at its end the service hangs up on those who follow a run, ends with 0, and has told no secret', async () => {
  const id = await startWaiting();
  const followers = await Promise.all([1, 2, 3].map(() => service.fetch(`/v2/runs/${id}/events`)));
  const ended = once(service.process, 'exit');
  service.process.kill('SIGTERM');
  const told = await Promise.all(followers.map((each) => each.text()));
  // The streams end although the run does not.
  for (const text of told) expect(text).toMatch(/^event: progress\nid: /);
  for (const text of told) expect(text).not.toMatch(/^event: end/m);
  held!.writeHead(404).end();
  expect(await ended).toEqual([0, null]);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(service.output()).not.toContain(secret);
    expect(contents(dataDir)).not.toContain(secret);
  }
  expect(service.output()).toMatch(/"route":"\/v2\/hooks\/:token"/);
});
