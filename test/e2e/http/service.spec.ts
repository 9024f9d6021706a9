import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { percept as command, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { freePort } from '../../harness/postgres';
import { waitFor } from '../../harness/wait-for';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const json = async (path: string): Promise<Record<string, any>> =>
  (await percept.fetch(path)).json() as Promise<Record<string, any>>;

describe('the service', () => {
  test('writes the first key and link to a private file where no terminal shows them, never to its log', () => {
    expect(percept.output()).not.toMatch(/pk_live_|token=/);
    expect(percept.output()).toContain(join(percept.dataDir, 'first-access.txt'));
    expect([percept.firstAccess.match(/pk_live_/g), percept.firstAccess.match(/token=/g)]).toMatchObject([
      { length: 1 },
      { length: 1 },
    ]);
    expect(existsSync(join(percept.dataDir, 'percept.sqlite'))).toBe(true);
  });

  test('makes its folder and files for its user only', () => {
    const modeOf = (name: string): number => statSync(join(percept.dataDir, name)).mode & 0o777;
    expect([modeOf(''), modeOf('percept.sqlite'), modeOf('first-access.txt'), modeOf('analyses')]).toEqual([
      0o700, 0o600, 0o600, 0o700,
    ]);
  });

  test('says how many worker threads it starts, and why', () => {
    expect(percept.output()).toContain('Worker threads: 1 (PERCEPT_WORKERS says so).');
  });

  test('percept admin link prints the address that the service listens on', async () => {
    const { stdout } = await command(['admin', 'link'], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
    expect(stdout).toContain(`${percept.url}/sign-in#token=`);
  });

  test('every capability is listed with the schema that its route checks, and an unknown one gets a hint', async () => {
    const { capabilities } = await json('/v2/capabilities');
    const document = await json('/openapi.json');
    expect(capabilities.length).toBeGreaterThan(8);
    for (const { id, path } of capabilities) {
      const { input, examples } = await json(`/v2/capabilities/${id}`);
      const { $ref } = document['paths'][path].post.requestBody.content['application/json'].schema;
      const written = document['components'].schemas[$ref.split('/').at(-1)];
      expect(Object.keys(written.properties)).toEqual(Object.keys(input.properties));
      expect(written.required).toEqual(input.required);
      expect(examples.length).toBeGreaterThan(0);
    }
    expect((await json('/v2/capabilities/vision.detekt'))['error'].message).toContain("Did you mean 'vision.detect'?");
    const sample = await fetch(`${percept.url}/samples/images/crossing.jpg`);
    expect([sample.status, (await sample.blob()).type]).toEqual([200, 'image/jpeg']);
    for (const other of ['../package.json', '..%2fpackage.json', 'none.jpg'])
      expect((await json(`/samples/${other}`))['error'].code).toBe('NOT_FOUND');
  });

  test('the pages of docs/ need no key, and nothing else of the folder or beside it is sent', async () => {
    const page = await fetch(`${percept.url}/guide-files/guides/webhooks.md`);
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(await page.text()).toBe(readFileSync(join(ROOT, 'docs', 'guides', 'webhooks.md'), 'utf8'));
    const texts = (await (await fetch(`${percept.url}/guide-files/texts.json`)).json()) as Record<string, string>;
    expect(texts['README.md']).toMatch(/^# Documentation/);
    for (const other of ['../package.json', '..%2fREADME.md', 'guides', 'none.md', '%2e%2e/README.md'])
      expect((await json(`/guide-files/${other}`))['error'].code).toBe('NOT_FOUND');
  });

  test('health and metrics need no key', async () => {
    expect(await (await fetch(`${percept.url}/health/live`)).json()).toEqual({ status: 'ok' });
    for (const path of ['/health/ready', '/health']) {
      const ready = await fetch(`${percept.url}${path}`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ok', workers: 'ready', database: 'ready', data_folder: 'ready', warm: expect.any(Array) },
      ]);
    }
    const metrics = await (await fetch(`${percept.url}/metrics`)).text();
    for (const name of [
      'percept_http_requests_total',
      'percept_call_duration_seconds',
      'percept_queue_calls',
      'percept_worker_restarts_total',
    ]) {
      expect(metrics).toContain(`# TYPE ${name} `);
    }
  });

  test('is not ready before its workers are warm, and alive all the while', async () => {
    const statuses: number[] = [];
    const port = await freePort();
    // Setting up all of them takes long enough for a look in between.
    const starting = startPercept({ env: { PORT: String(port), PERCEPT_PRELOAD: 'all' } });
    const isReady = async () => {
      const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
      if (ready) statuses.push(ready.status);
      return ready?.status === 200;
    };
    await waitFor(isReady, { interval: 5 });
    const other = await starting;
    await other.stop();
    removeDir(other.dataDir);
    expect(new Set(statuses)).toEqual(new Set([503, 200]));
  });

  test('the OpenAPI document is 3.1 and has every route', async () => {
    const document = await json('/openapi.json');
    expect(document['openapi']).toMatch(/^3\.1/);
    expect(Object.keys(document['paths'] as object)).toEqual(
      expect.arrayContaining(['/v2/vision/detect', '/v2/pipelines/{name}/runs', '/v2/runs/{id}', '/v1/webhooks']),
    );
    const schema = document['components'].schemas.DetectObjectsRequest;
    expect(schema.properties.min_confidence).toMatchObject({ type: 'number', minimum: 0, maximum: 1, default: 0.6 });
    expect(schema.additionalProperties).toBe(false);
  });

  test('the document is sent compressed to whom reads that, and says the same', async () => {
    const read = (coding: string) => fetch(`${percept.url}/openapi.json`, { headers: { 'accept-encoding': coding } });
    const [plain, small] = [await read('identity'), await read('gzip')];
    expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(Number(small.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 3);
    expect(await small.text()).toBe(await plain.text());
  });

  test('the page at /docs is there without a key', async () => {
    const page = await fetch(`${percept.url}/docs`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  });

  test('a revoked key is refused at once', async () => {
    const made = await command(
      ['keys', 'create', '--name', 'brief', '--plan', 'pro', '--json', '--scopes', 'predict', 'pipelines', 'webhooks', 'admin'],
      {
        env: { PERCEPT_DATA_DIR: percept.dataDir },
      },
    );
    const key = JSON.parse(made.stdout) as { id: string; key: string; plan: string };
    expect(Object.keys(key)).toEqual(['id', 'key', 'plan']);
    const list = (): Promise<Response> =>
      fetch(`${percept.url}/v2/pipelines`, { headers: { authorization: `Bearer ${key.key}` } });
    expect((await list()).status).toBe(200);
    await command(['keys', 'revoke', key.id], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
    expect((await list()).status).toBe(401);
  });

  test('a key without the scope is refused with what it lacks', async () => {
    const made = await command(['keys', 'create', '--name', 'narrow', '--scopes', 'predict', '--json'], {
      env: { PERCEPT_DATA_DIR: percept.dataDir },
    });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const refused = await fetch(`${percept.url}/v2/pipelines`, { headers: { authorization: `Bearer ${key}` } });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: expect.objectContaining({ code: 'FORBIDDEN', message: expect.stringContaining('pipelines') }) },
    ]);
  });

  test('the database holds no key', async () => {
    const { readFileSync } = await import('node:fs');
    for (const file of ['percept.sqlite', 'percept.sqlite-wal']) {
      const path = join(percept.dataDir, file);
      if (existsSync(path)) expect(readFileSync(path).includes(percept.key)).toBe(false);
    }
  });
});

describe('start and end', () => {
  test('SIGTERM ends it with exit code 0, and a second start serves the same data without a new key', async () => {
    const dataDir = tempDir();
    const first = await startPercept({ dataDir });
    expect(await first.stop()).toBe(0);
    const second = await startPercept({ dataDir, key: first.key });
    expect(second.output()).not.toContain('PERCEPT_KEY=');
    expect((await second.fetch('/v2/pipelines')).status).toBe(200);
    await waitFor(() => !existsSync(join(dataDir, 'first-access.txt')));
    expect(await second.stop()).toBe(0);
    removeDir(dataDir);
  });

  test.each([
    [{ PORT: 'eighty' }, /PORT is 'eighty'/],
    [{ PERCEPT_AUTH: 'off', PERCEPT_HOST: '0.0.0.0' }, /without authentication/],
    [{ PERCEPT_DATA_DIR: '/dev/null/nowhere' }, /folder \/dev\/null\/nowhere cannot be written .* PERCEPT_DATA_DIR/],
    [{ PERCEPT_CACHE_DIR: '/dev/null/nowhere' }, /folder \/dev\/null\/nowhere cannot be written .* PERCEPT_CACHE_DIR/],
    [{ PERCEPT_HOST: '192.0.2.1' }, /192\.0\.2\.1 is not an address of this machine/],
  ])('a wrong setting stops the start with a sentence: %j', async (env, sentence) => {
    // Port 3000 may be a service of this machine's user.
    const { code, stderr } = await command(['serve'], { env: { PORT: String(await freePort()), ...env } });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('a taken port is said in a sentence, before anything is loaded or written', async () => {
    const port = new URL(percept.url).port;
    const dataDir = tempDir();
    const { code, stderr } = await command(['serve', '--port', port], { env: { PERCEPT_DATA_DIR: dataDir } });
    const begun = existsSync(dataDir) && readdirSync(dataDir);
    removeDir(dataDir);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`port ${port}`, 'i'));
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(begun).toEqual([]);
  });

  test('without authentication no key is asked for', async () => {
    const open = await startPercept({ env: { PERCEPT_AUTH: 'off' } });
    expect((await fetch(`${open.url}/v2/pipelines`)).status).toBe(200);
    expect(open.output()).toContain('Authentication is off');
    const env = { PERCEPT_DATA_DIR: open.dataDir, PERCEPT_KEY: '' };
    expect(await command(['runs', 'list'], { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('No runs') });
    const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;
    expect(await command(['mcp'], { env, stdin })).toMatchObject({ code: 0 });
    await open.stop();
    removeDir(open.dataDir);
  });

  test('a process without the api role serves health and nothing else', async () => {
    const worker = await startPercept({ args: ['--role', 'worker'], key: 'none' });
    expect(worker.output()).toMatch(/ready on \S+ \(worker: \/health and \/metrics, no requests, warm-up \d+ ms\)\n$/);
    expect(existsSync(join(worker.dataDir, 'first-access.txt'))).toBe(false);
    expect((await fetch(`${worker.url}/health/ready`)).status).toBe(200);
    expect((await worker.fetch('/v2/pipelines')).status).toBe(404);
    await worker.stop();
    removeDir(worker.dataDir);
  });

  test('ends when a second signal comes while it ends', async () => {
    const started = await startPercept();
    const exited = once(started.process, 'exit');
    started.process.kill('SIGTERM');
    started.process.kill('SIGTERM');
    await exited;
    removeDir(started.dataDir);
  });
});
