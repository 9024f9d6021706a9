import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { percept, removeDir, ROOT, startPercept, tempDir } from './percept';
import { describePostgres, PrivatePostgres } from './postgres';
import { PrivateRedis, withoutRedis } from './redis';

const json = { 'content-type': 'application/json' };

test('a worker without a database to join says what it needs', async () => {
  const dataDir = tempDir();
  const { code, stderr } = await percept(['worker'], { env: { PERCEPT_DATA_DIR: dataDir } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/There is no database in .* for a worker to join.*PERCEPT_DATABASE_URL=postgres/);
  removeDir(dataDir);
});

describePostgres('a worker on PostgreSQL', () => {
  test(`executes the runs of a service that only answers${withoutRedis ? '' : ', rung by Redis'}, and ends with 0`, async () => {
    const [apiDir, workerDir] = [tempDir(), tempDir()];
    const postgres = await PrivatePostgres.start();
    const redis = withoutRedis ? undefined : await PrivateRedis.start();
    const env = { PERCEPT_DATABASE_URL: await postgres.database(), ...(redis && { PERCEPT_REDIS_URL: redis.url() }) };
    const service = await startPercept({ dataDir: apiDir, env, args: ['--role', 'api'] });
    const cache = join(apiDir, '..', 'percept-test-cache');
    const worker = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), 'worker'], {
      cwd: ROOT,
      env: { ...process.env, ...env, PERCEPT_DATA_DIR: workerDir, PERCEPT_CACHE_DIR: cache },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout, 'data');
    const started = await service.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST', headers: json, body: '{}' });
    for (;;) {
      const run = (await (await service.fetch(started.headers.get('location')!)).json()) as Record<string, string>;
      if (run['status'] === 'succeeded') break;
      expect(['queued', 'running']).toContain(run['status']);
      await new Promise((next) => setTimeout(next, 100));
    }
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [number];
    expect(code).toBe(0);
    expect(await service.stop()).toBe(0);
    await redis?.stop();
    await postgres.stop();
    for (const dir of [apiDir, workerDir]) removeDir(dir);
  });
});
