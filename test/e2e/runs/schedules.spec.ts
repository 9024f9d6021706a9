import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PromisedAnswers } from '../../harness/document';
import { percept, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const json = { 'content-type': 'application/json' };
const dataDir = tempDir();
const pipelines = join(dataDir, 'pipelines');
let service: RunningPercept;
let promised: PromisedAnswers;

const pipeline = (name: string, triggers: string) => `version: 1
name: ${name}
inputs:
  text: { type: string, default: none }
triggers:
${triggers}
steps:
  - id: rows
    for_each: { items: ['\${{ inputs.text }}'], as: word }
    steps:
      - id: detect
        if: 'false'
        uses: vision.detect
        with: { image: '\${{ word }}' }
`;

beforeAll(async () => {
  mkdirSync(pipelines, { recursive: true });
  writeFileSync(
    join(pipelines, 'often.yaml'),
    pipeline('often', "  - every: 1s\n  - cron: '0 3 * * *'\n    timezone: Australia/Lord_Howe"),
  );
  writeFileSync(join(pipelines, 'hooked.yaml'), pipeline('hooked', '  - webhook: words'));
  service = await startPercept({ dataDir, env: { PERCEPT_PIPELINES_DIR: pipelines } });
  promised = await PromisedAnswers.of(service.url);
});
afterAll(async () => {
  await service?.stop();
  removeDir(dataDir);
});

const get = async (path: string) => {
  const response = await service.fetch(path);
  const body = (await response.json()) as Record<string, never[]>;
  expect(promised.breaches('GET', path, { status: response.status, body })).toEqual([]);
  return body;
};

test('triggers fire by themselves, and list their past and future ticks', async () => {
  type Ticks = Record<string, { state: string; run_id: string; next: string[]; id: string }[]>;
  const isStarted = ({ state }: { state: string }): boolean => state === 'started';
  const seen = await waitFor(async () => {
    const ticks: Ticks = await get('/v2/pipelines/often/ticks');
    return ticks['ticks']?.some(isStarted) && ticks;
  });
  expect(seen['schedules']!.map(({ id, next }) => [id, next.length])).toEqual([
    ['often/1', 5],
    ['often/2', 5],
  ]);
  const started = seen['ticks']!.find(isStarted)!;
  expect((await service.fetch(`/v2/runs/${started.run_id}`)).status).toBe(200);
  expect((await service.fetch('/v2/pipelines/nowhere/ticks')).status).toBe(404);
});

test('anyone who knows the address of a hook starts its run, and nobody else', async () => {
  const made = await waitFor(
    async () => {
      const answer = await service.fetch('/v2/schedules/hooked/1/address', { method: 'POST' });
      return answer.status !== 404 && answer;
    },
    { interval: 100 },
  );
  expect(made.status).toBe(201);
  const { url } = (await made.json()) as { url: string };
  expect((await service.fetch('/v2/schedules/often/1/address', { method: 'POST' })).status).toBe(409);
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(`${service.url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const answer = await post(url, { text: 'from outside' }, { 'idempotency-key': 'one' });
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  expect(answer.headers.get('location')).toBe(`/v2/runs/${id}`);
  expect(await get(`/v2/runs/${id}`)).toMatchObject({ pipeline: 'hooked', inputs: { text: 'from outside' } });
  expect(await (await post(url, { text: 'from outside' }, { 'idempotency-key': 'one' })).json()).toMatchObject({ id });
  expect((await post(url, { texts: 1 })).status).toBe(400);
  const shown = await percept(['schedule', 'address', 'hooked/1'], { env: { PERCEPT_DATA_DIR: dataDir } });
  expect((await post(url, {})).status).toBe(404);
  expect((await post(shown.stdout.trim(), {})).status).toBe(202);
  expect((await post('/v2/hooks/nobody-knows', {})).status).toBe(404);
  expect((await fetch(`${service.url}/v2/schedules`)).status).toBe(401);
});

test('the command line lists, pauses and resumes them', async () => {
  const env = { PERCEPT_DATA_DIR: dataDir };
  const list = async () =>
    JSON.parse((await percept(['schedule', 'list', '--json'], { env })).stdout) as { id: string; next: string[] }[];
  expect((await list()).map(({ id }) => id)).toEqual(['hooked/1', 'often/1', 'often/2']);
  const { stdout } = await percept(['schedule', 'list'], { env });
  expect(stdout).toMatch(/^hooked\/1 .* each request to its address$/m);
  expect(stdout).toMatch(/^often\/1 .* \d{4}-\d\d-\d\dT/m);
  expect(await percept(['schedule', 'pause', 'often/1'], { env })).toMatchObject({ code: 0, stderr: '' });
  expect((await list())[1]!.next).toEqual([]);
  expect(await percept(['schedule', 'resume', 'often/1'], { env })).toMatchObject({ code: 0, stderr: '' });
  expect((await list())[1]!.next).toHaveLength(5);
  expect(await percept(['schedule', 'pause', 'often/7'], { env })).toMatchObject({ code: 2 });
  expect((await percept(['schedule', 'ticks', 'often'], { env })).stdout).toMatch(/often\/1.*run_/);
  expect((await percept(['schedule', 'ticks', 'none'], { env })).stdout).toBe("No trigger of 'none' has fired yet.\n");
});

test('they are there for the command line of another machine too', async () => {
  const env = { PERCEPT_DATA_DIR: join(dataDir, 'none'), PERCEPT_URL: service.url, PERCEPT_KEY: service.key };
  const far = (...args: string[]) => percept(['schedule', ...args], { env });
  expect(await far('list')).toMatchObject({ code: 0, stdout: expect.stringMatching(/hooked\/1[^]*often\/2/), stderr: '' });
  const address = JSON.parse((await far('address', 'hooked/1', '--json')).stdout) as { url: string };
  expect(await fetch(address.url, { method: 'POST' })).toMatchObject({ status: 202 });
  expect(JSON.parse((await far('pause', 'often/1', '--until', '7d')).stdout)).toMatchObject({
    id: 'often/1',
    paused_at: expect.any(String),
    paused_until: expect.any(String),
  });
  expect(JSON.parse((await far('resume', 'often/1')).stdout)).toMatchObject({ paused_at: null });
  expect((await far('ticks', 'often')).stdout).toMatch(/often\/1.*run_/);
  expect(await far('ticks', 'nobody')).toMatchObject({ code: 2, stderr: expect.stringContaining('answers 404') });
  expect(await far('pause', 'often')).toMatchObject({ code: 2, stderr: expect.stringContaining('pipeline/trigger') });
});
