import { connect } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const RATE = 150;
let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_RATE_PER_MINUTE: String(RATE) } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const NAMES = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const limited = (limit: number) => make({ plan: 'enterprise', monthly_limit: limit });
const standing = (headers: Headers) => ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(percept.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('the headers', () => {
  test.each([
    ['GET', '/v2/pipelines', 200],
    ['GET', '/v2/nothing', 404],
    ['POST', '/v2/vision/detect', 400],
    ['GET', '/v2/runs/run_none', 404],
    ['DELETE', '/v2/pipelines', 404],
  ])('are on the answer to %s %s (%i), and say to a stranger that nothing is left', async (method, path, status) => {
    const answer = await fetch(`${percept.url}${path}`, { method, headers: { authorization: `Bearer ${percept.key}` } });
    expect(answer.status).toBe(status);
    for (const name of NAMES) expect([name, answer.headers.get(name)]).toEqual([name, expect.stringMatching(/\d/)]);
    for (const authorization of ['', 'Bearer wrong']) {
      const { headers } = await fetch(`${percept.url}${path}`, { method, headers: authorization ? { authorization } : {} });
      expect([NAMES.filter((name) => headers.has(name)), standing(headers)]).toEqual([NAMES, [0, 0]]);
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  test.each([
    ['/health', 200],
    ['/health/live', 200],
    ['/openapi.json', 200],
    ['/metrics', 200],
  ])('are not on the answer of %s (%i), which no limit holds for', async (path, status) => {
    const answer = await fetch(`${percept.url}${path}`);
    expect([answer.status, NAMES.filter((name) => answer.headers.has(name))]).toEqual([status, []]);
  });

  test('are on the response to a path that is badly encoded, and to a request that is not HTTP', async () => {
    expect(standing((await fetch(`${percept.url}/v2/%zz`)).headers)).toEqual([0, 0]);
    const answer = (await raw('NONSENSE\r\n\r\n')).toLowerCase();
    expect(answer).toContain('\r\nx-request-id: ');
    expect(answer).toContain('\r\nx-ratelimit-remaining: 0\r\n');
  });

  test('say what is left of the minute and of the month, which ends with the month in UTC', async () => {
    const { key } = await limited(500);
    const { headers } = await send('/v2/pipelines', { key });
    expect(headers.get('ratelimit-policy')).toMatch(/^"minute";q=150;w=60, "month";q=500;w=(2419200|2505600|2592000|2678400)$/);
    expect(headers.get('ratelimit')).toMatch(/^"minute";r=149;t=\d{1,2}, "month";r=499;t=\d+$/);
    const reset = new Date(Number(headers.get('x-ratelimit-reset')) * 1000).toISOString();
    expect(reset).toMatch(/-01T00:00:00\.000Z$/);
  });
});

describe('the month', () => {
  test('lets through exactly its requests of 32 at once, and answers the others with QUOTA_EXCEEDED', async () => {
    const { key } = await limited(20);
    const answers = await Promise.all(Array.from({ length: 32 }, () => send('/v2/pipelines', { key })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(12);
    expect(refused[0]!.body.error).toMatchObject({ code: 'QUOTA_EXCEEDED', message: expect.stringContaining('20 requests') });
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('/v1/usage', { key })).body.quota).toMatchObject({ limit: 20, used: 20, remaining: 0 });
  });

  test('does not count what is refused: no scope, a wrong parameter, a path that is not there', async () => {
    const { key } = await make({ plan: 'enterprise', monthly_limit: 3, scopes: ['predict', 'webhooks'] });
    for (const [path, body] of [
      ['/v2/vision/detect', {}],
      ['/v2/vision/detect', { image: 'none' }],
      ['/v1/webhooks', { url: 'x' }],
      ['/v2/nothing', {}],
      ['/v1/keys', {}],
    ] as const) {
      const { status, headers } = await post(path, body, { key });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(standing(headers)).toEqual([3, 3]);
    }
    const image = readFileSync(join(EXAMPLES, 'crossing.jpg')).toString('base64');
    const { status, headers } = await post('/v2/vision/detect', { image }, { key });
    expect([status, standing(headers)]).toEqual([200, [3, 2]]);
  });

  test('a higher limit holds at once', async () => {
    const { key, id } = await limited(2);
    for (const status of [200, 200, 429]) expect((await send('/v2/pipelines', { key })).status).toBe(status);
    await send(`/v1/keys/${id}`, { method: 'PATCH', body: { monthly_limit: 3 } });
    for (const status of [200, 429]) expect((await send('/v2/pipelines', { key })).status).toBe(status);
  });
});

describe('a run', () => {
  const ended = async (id: string, key: string): Promise<any> => {
    return waitFor(
      async () => {
        const { body } = await send(`/v2/runs/${id}`, { key });
        return !['queued', 'running'].includes(body.status) && body;
      },
      { interval: 500 },
    );
  };

  test('counts one for each item that a step analysed, on the plan of the key that started it', async () => {
    const { key, id } = await make({ name: 'runner', plan: 'pro' });
    const started = await post('/v2/pipelines/detect-folder/runs', {}, { key });
    const { counts } = await ended(started.body.id, percept.key);
    expect(counts.succeeded).toBeGreaterThan(0);
    const { quota, keys, operations } = (await send(`/v1/usage?key_id=${id}`)).body;
    expect(quota).toBeNull();
    expect(keys[0].quota.used).toBe(1 + counts.succeeded);
    expect(operations.find(({ operation }: any) => operation === 'vision.detect').requests).toBe(counts.total);
  });

  test('crosses the limit by none: the items that are too many fail with QUOTA_EXCEEDED', async () => {
    const { key, id } = await limited(2);
    const started = await post('/v2/pipelines/detect-folder/runs', {}, { key });
    const run = await ended(started.body.id, percept.key);
    expect([run.counts.succeeded, run.counts.failed]).toEqual([1, run.counts.total - 1]);
    expect(run.failures[0]).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect((await send(`/v1/usage?key_id=${id}`)).body.keys[0].quota).toMatchObject({ used: 2, remaining: 0 });
  });
});

describe('the minute', () => {
  test('refuses what is too much with RATE_LIMITED and Retry-After, for every path, and for that key alone', async () => {
    const [{ key }, other] = [await make({}), await make({})];
    // A minute that ends meanwhile gives a second one: two minutes' worth is certain to be too much.
    const answers = await Promise.all(Array.from({ length: 2 * RATE + 1 }, () => send('/v2/pipelines', { key })));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.error).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringContaining('150 requests') });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toContain('"minute";r=0;');
    expect((await send('/v2/pipelines', { key: other.key })).status).toBe(200);
  });

  test('holds for the address of a hook, which needs no key, and for that address alone', async () => {
    const { key } = await make({});
    const source =
      'version: 1\nname: hooks\ntriggers: [{ webhook: a }, { webhook: b }]\nsteps: [{ id: a, uses: text.sentiment, with: { text: good } }]\n';
    expect((await send('/v2/pipelines/hooks', { method: 'PUT', body: { source }, key })).status).toBe(201);
    const addressOf = async (trigger: number): Promise<string> =>
      (await waitFor(async () => {
        const { status, body } = await post(`/v2/schedules/hooks/${trigger}/address`, undefined, { key });
        return status === 201 && body.url;
      })) as string;
    const [url, other] = [await addressOf(1), await addressOf(2)];
    const headers = { 'idempotency-key': 'once' };
    const answers = await Promise.all(Array.from({ length: 2 * RATE + 1 }, () => post(url, {}, { key: '', headers })));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.error).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringContaining(`called ${RATE} times`) });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(other, {}, { key: '', headers })).status).toBe(202);
  });

  test('holds for sessions too, which have no plan', async () => {
    const token = /\/sign-in#token=([\w-]{43})/.exec(percept.firstAccess)![1]!;
    const cookie = (await post('/v1/session', { token }, { key: '' })).headers.get('set-cookie')!.split(';')[0]!;
    const look = () => send('/v1/keys', { key: '', headers: { cookie } });
    expect((await look()).headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "month";r=1000000000;/);
    const answers = await Promise.all(Array.from({ length: 2 * RATE + 1 }, look));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.error.message).toMatch(/^The session of 'admin' has used its 150 requests/);
  });
});

describe('usage', () => {
  test('is reported by day, operation, key and status, with the latency', async () => {
    const { key, id } = await make({ name: 'reported', plan: 'pro' });
    const image = readFileSync(join(EXAMPLES, 'crossing.jpg')).toString('base64');
    await post('/v2/vision/detect', { image }, { key });
    await post('/v2/vision/detect', {}, { key });
    await send('/v2/pipelines', { key });
    const { body } = await send(`/v1/usage?key_id=${id}`);
    const today = new Date().toISOString().slice(0, 10);
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toEqual({ day: today, requests: 3, errors: 1, dashboard: { requests: 0, errors: 0 } });
    const detect = body.operations.find(({ operation }: any) => operation === 'vision.detect');
    expect(detect).toMatchObject({ capability: true, requests: 2, errors: 1 });
    expect(detect.latency_ms.p50).toBeGreaterThan(0);
    expect(body.operations).toContainEqual(expect.objectContaining({ operation: 'GET /v2/pipelines', capability: false }));
    const quota = expect.objectContaining({ limit: 100_000, used: 2, remaining: 99_998 });
    const capabilities = [{ capability: 'vision.detect', requests: 2, total_ms: expect.any(Number) }];
    expect(body.keys).toEqual([{ key_id: id, name: 'reported', requests: 3, errors: 1, quota, capabilities }]);
    expect(body.keys[0].capabilities[0].total_ms).toBeGreaterThan(0);
    expect(body.errors).toEqual([{ status: 400, requests: 1 }]);
  });

  test('the overview counts calls of capabilities only, and knows the memory and the disk', async () => {
    const before = (await send('/v2/overview')).body.today;
    await post('/v2/text/sentiment', { text: 'Lovely.' });
    await post('/v2/text/sentiment', {});
    await send('/v2/pipelines');
    const { today, machine, version } = (await send('/v2/overview')).body;
    expect([today.requests - before.requests, today.errors - before.errors]).toEqual([2, 1]);
    expect([today.latency_ms.p95 > 0, version]).toEqual([true, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    const { process_memory_bytes, free_memory_bytes, total_memory_bytes, free_disk_bytes, total_disk_bytes, main_thread_lag_ms } =
      machine;
    expect(process_memory_bytes).toBeGreaterThan(10_000_000);
    expect(main_thread_lag_ms).toBeGreaterThanOrEqual(0);
    const metrics = await (await fetch(`${percept.url}/metrics`)).text();
    expect(metrics).toMatch(/^percept_main_thread_lag_seconds\{statistic="p99"\} \d/m);
    for (const [free, total] of [
      [free_memory_bytes, total_memory_bytes],
      [free_disk_bytes, total_disk_bytes],
    ])
      expect([free > 0, free <= total]).toEqual([true, true]);
    const { key } = await make({ scopes: ['predict'] });
    expect((await send('/v2/overview', { key })).status).toBe(403);
  });

  test('the overview says to administrators of the installation what each project took, to others nothing', async () => {
    const project = await post('/v2/projects', { name: 'yard' });
    const headers = { 'percept-project': project.body.id };
    const { key } = (await post('/v1/keys', { name: 'theirs', scopes: ALL_SCOPES }, { headers })).body;
    await post('/v2/text/sentiment', { text: 'Lovely.' }, { key });
    const { projects } = (await send('/v2/overview')).body;
    expect(projects.find(({ name }: any) => name === 'yard')).toEqual({
      ...{ project_id: project.body.id, name: 'yard', requests: 1, total_ms: expect.any(Number) },
      capabilities: [{ capability: 'text.sentiment', requests: 1, total_ms: expect.any(Number) }],
    });
    expect(projects.length).toBeGreaterThan(1);
    expect((await send('/v2/overview', { key })).body.projects).toEqual([]);
  });

  test('a key without the scope admin sees only its own usage', async () => {
    const { key, id } = await make({ scopes: ['predict'] });
    const { body } = await send('/v1/usage?key_id=key_other', { key });
    expect(body.keys.map(({ key_id }: any) => key_id)).toEqual([id]);
  });

  test.each([
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['from=2026-02-01&to=2026-01-01', 'from'],
    ['from=1990-01-01', 'from'],
    ['to=x', 'to'],
    ['form=2026-01-01', 'form'],
  ])('%s is refused', async (query, field) => {
    expect((await send(`/v1/usage?${query}`)).body.error.details.field).toBe(field);
  });
});
