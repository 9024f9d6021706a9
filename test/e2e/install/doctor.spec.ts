import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { percept, removeDir, tempDir } from '../../harness/percept';
import { describePostgres, freePort, PrivatePostgres } from '../../harness/postgres';
import { describeRedis, PrivateRedis } from '../../harness/redis';

interface Finding {
  check: string;
  state: string;
  detail: string;
  fix?: string;
}

let dir: string;
let free: string;
beforeEach(async () => {
  dir = tempDir();
  free = String(await freePort());
});
afterEach(() => removeDir(dir));

async function doctor(env: Record<string, string> = {}): Promise<{ code: number | null; of: Record<string, Finding> }> {
  const all = { PORT: free, PERCEPT_DATA_DIR: join(dir, 'data'), ...env };
  const { code, stdout, stderr } = await percept(['doctor', '--json'], { env: all, cwd: dir });
  expect(stderr).toBe('');
  return { code, of: Object.fromEntries((JSON.parse(stdout) as Finding[]).map((finding) => [finding.check, finding])) };
}

async function listening(answer: string, work: (port: string) => Promise<void>): Promise<void> {
  const server: Server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await work(String((server.address() as AddressInfo).port)).finally(() => server.close());
}

test('finds nothing wrong on a machine that can run Percept, and makes nothing', async () => {
  const { code, of } = await doctor();
  expect(Object.values(of).filter(({ state }) => state === 'problem')).toEqual([]);
  expect(code).toBe(0);
  expect(of['sandbox']!.detail).toMatch(
    /^models of projects run (in a sandbox of (bwrap|unshare) without network|without a sandbox)/,
  );
  expect(Object.keys(of)).toEqual([
    ...['Node', 'settings', 'memory and cores', 'data folder', 'cache folder', 'disk', 'ffmpeg', 'sandbox'],
    ...['models', 'plugins', 'port', 'database'],
  ]);
  expect(of['data folder']!.detail).toContain('will be created');
  expect(of['database']!.detail).toContain('the first start creates its tables');
  expect(existsSync(join(dir, 'data'))).toBe(false);
});

test('shows a line for each check, and the fix below it', async () => {
  const { code, stdout } = await percept(['doctor'], { env: { PORT: free, PERCEPT_DATA_DIR: '/dev/null/data' }, cwd: dir });
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ data folder +\/dev\/null is not a folder\n +Name another: PERCEPT_DATA_DIR\.\n/);
  expect(stdout).toMatch(/\n\d problems?, (1 warning|[02-9] warnings), \d+ ok\.\n$/);
});

test('with a wrong setting it looks at nothing that depends on it', async () => {
  const { code, of } = await doctor({ PORT: 'eighty' });
  expect([code, Object.keys(of)]).toEqual([1, ['Node', 'settings']]);
  expect(of['settings']).toMatchObject({ state: 'problem', detail: expect.stringContaining("PORT is 'eighty'") });
});

test('a port is well where Percept answers on it, and a problem where another program does', async () => {
  await listening('{"status":"ok","workers":"ready"}', async (PORT) => {
    expect((await doctor({ PORT })).of['port']).toMatchObject({ state: 'ok', detail: `Percept answers on port ${PORT}` });
  });
  await listening('hello', async (PORT) => {
    expect((await doctor({ PORT })).of['port']).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('choose another port'),
    });
  });
});

test('a damaged database file, a missing ffmpeg, a broken model and a missing plugin are problems', async () => {
  mkdirSync(join(dir, 'data', 'models', 'broken'), { recursive: true });
  chmodSync(join(dir, 'data'), 0o755);
  writeFileSync(join(dir, 'data', 'percept.sqlite'), 'no database'.repeat(1_000));
  writeFileSync(join(dir, 'data', 'models', 'broken', 'model.yaml'), 'task: [');
  const { code, of } = await doctor({ FFMPEG_PATH: '/nowhere/ffmpeg', PERCEPT_PLUGINS: './nowhere' });
  expect(code).toBe(1);
  const problems = ['database', 'ffmpeg', 'models', 'plugins'];
  expect(problems.filter((name) => of[name]!.state !== 'problem')).toEqual([]);
  expect(of['database']!.detail).toContain('file is not a database');
  expect(of['models']!.detail).toContain('model.yaml:1:');
  expect(of['data folder']).toMatchObject({ state: 'warning', fix: expect.stringContaining('chmod 700') });
});

describePostgres('with PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
  });
  afterAll(() => postgres.stop());

  test('names the server and compares the clocks; without a server it says what to do', async () => {
    const { of } = await doctor({ PERCEPT_DATABASE_URL: await postgres.database() });
    expect(of['database']).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^PostgreSQL \d+/) });
    expect(of['clock']).toMatchObject({ state: 'ok' });
    const away = await doctor({ PERCEPT_DATABASE_URL: 'postgres://percept:hidden@127.0.0.1:1/percept' });
    expect(away.of['database']).toMatchObject({ state: 'problem' });
    expect(JSON.stringify(away.of)).not.toContain('hidden');
  });
});

describeRedis('with Redis', () => {
  test('sends a job through it; without a server it says what to do', async () => {
    const redis = await PrivateRedis.start();
    try {
      const { of } = await doctor({ PERCEPT_REDIS_URL: redis.url() });
      expect(of['Redis']).toMatchObject({ state: 'ok' });
    } finally {
      await redis.stop();
    }
    const away = await doctor({ PERCEPT_REDIS_URL: redis.url() });
    expect(away.of['Redis']).toMatchObject({ state: 'problem', detail: expect.stringContaining('PERCEPT_REDIS_URL') });
  });
});
