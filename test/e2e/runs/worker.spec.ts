import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { environment, percept, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { PrivateRedis, withoutRedis } from '../../harness/redis';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

/** More than one process ever has. */
const CALLS_UNDER_WAY = 40;
const MOODS = `version: 1
name: moods
inputs:
  words: { type: array }
steps:
  - id: each
    for_each: { items: '\${{ inputs.words }}', as: word }
    steps:
      - { id: mood, uses: text.sentiment, with: { text: '\${{ word }}' } }
    collect: { mood: '\${{ mood.sentiment }}' }
outputs:
  - { jsonl: moods.jsonl, rows: '\${{ each.rows }}' }
`;
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
    for (const worker of workers) worker.kill('SIGKILL');
    expect(await service.stop()).toBe(0);
    await stopRedis();
    await postgres.stop();
    removeDir(dataDir);
  });
  let stopRedis: () => Promise<void>;
  const workers: ChildProcess[] = [];
  async function startWorker(): Promise<ChildProcess> {
    const worker = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), 'worker'], {
      cwd: ROOT,
      env: { ...environment(env), PERCEPT_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers.push(worker);
    await once(worker.stdout, 'data');
    return worker;
  }

  test(`executes the runs of a service that only answers${withoutRedis ? '' : ', rung by Redis'}, and ends with 0`, async () => {
    const worker = await startWorker();
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

  test('the quota of a key holds exactly over the shards of a run, in two workers, one of them killed', async () => {
    const { post, send, make } = sending(() => service);
    const limit = 700;
    const { key } = await make({ plan: 'enterprise', monthly_limit: limit });
    await service.fetch('/v2/pipelines/moods', { method: 'PUT', headers: { 'content-type': 'application/yaml' }, body: MOODS });
    const words = Array.from({ length: 1_000 }, (_, index) => `Day ${index} was a good day.`);
    const started = await post('/v2/pipelines/moods/runs', { inputs: { words } }, { key });
    const run = async () => (await send(started.headers.get('location')!)).body;
    const [killed] = await Promise.all([startWorker(), startWorker()]);
    await waitFor(async () => (await run()).workers.length === 2, { interval: 20 });
    await waitFor(async () => (await run()).counts.succeeded > 100, { interval: 20 });
    killed.kill('SIGKILL');
    await waitFor(async () => !['queued', 'running'].includes((await run()).status), { interval: 100 });
    const { status, counts } = await run();
    // A call that was under way when its worker died had been counted, and its item is called again.
    expect(counts.succeeded).toBeGreaterThan(limit - CALLS_UNDER_WAY);
    expect(counts.succeeded).toBeLessThanOrEqual(limit);
    expect(counts).toMatchObject({ failed: words.length - counts.succeeded, pending: 0, running: 0 });
    expect(await send('/v2/text/sentiment', { method: 'POST', key, body: { text: 'One more.' } })).toMatchObject({ status: 429 });
    expect(status).toBe('partial');
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
