import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CACHE_DIR, percept, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { PrivateRedis, withoutRedis } from '../../harness/redis';
import { waitFor } from '../../harness/wait-for';

const json = { 'content-type': 'application/json' };

test('a worker without a database to join says what it needs', async () => {
  const dataDir = tempDir();
  const { code, stderr } = await percept(['worker'], { env: { PERCEPT_DATA_DIR: dataDir } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/There is no database in .* for a worker to join.*PERCEPT_DATABASE_URL=postgres/);
  removeDir(dataDir);
});

describePostgres('a worker on PostgreSQL', () => {
  let dataDir: string;
  let postgres: PrivatePostgres;
  let env: Record<string, string>;
  let service: RunningPercept;
  beforeAll(async () => {
    dataDir = tempDir();
    postgres = await PrivatePostgres.start();
    const redis = withoutRedis ? undefined : await PrivateRedis.start();
    stopRedis = async () => redis?.stop();
    env = { PERCEPT_DATABASE_URL: await postgres.database(), ...(redis && { PERCEPT_REDIS_URL: redis.url() }) };
    service = await startPercept({ dataDir, env, args: ['--role', 'api'] });
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    await stopRedis();
    await postgres.stop();
    removeDir(dataDir);
  });
  let stopRedis: () => Promise<void>;

  test(`executes the runs of a service that only answers${withoutRedis ? '' : ', rung by Redis'}, and ends with 0`, async () => {
    const worker = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), 'worker'], {
      cwd: ROOT,
      env: { ...process.env, ...env, PERCEPT_DATA_DIR: dataDir, PERCEPT_CACHE_DIR: CACHE_DIR },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout, 'data');
    const started = await service.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST', headers: json, body: '{}' });
    const path = started.headers.get('location')!;
    const succeeded = async () => {
      const run = (await (await service.fetch(path)).json()) as Record<string, string>;
      expect(['queued', 'running', 'succeeded']).toContain(run['status']);
      return run['status'] === 'succeeded';
    };
    await waitFor(succeeded, { interval: 100 });
    expect((await service.fetch(`${path}/artifacts/detections.jsonl`)).status).toBe(200);
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [number];
    expect(code).toBe(0);
  });

  test.each([[['worker']], [['serve', '--port', '0']]])(
    '%j with another data folder than the service is refused, since nobody could fetch its results',
    async (args) => {
      const other = tempDir();
      const { code, stderr } = await percept(args, { env: { ...env, PERCEPT_DATA_DIR: other } });
      removeDir(other);
      expect(code).toBe(1);
      expect(stderr).toContain(`The data folder ${other} is not the one of the service on this database`);
      expect(stderr).toMatch(/Mount the service's data folder.*PERCEPT_DATA_DIR.*echo ins_\w+ > /);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  );
});
