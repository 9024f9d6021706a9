import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { RunHarness, rowsOf } from '../../harness/run-harness';

const WORKER = resolve(__dirname, '../../../dist/test/harness/children/run-worker.js');

const harness = new RunHarness();
let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

async function begin(): Promise<ChildProcess> {
  child = spawn(process.execPath, [WORKER, harness.folder, ...(harness.url ? [harness.url] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

async function killed(kills: number, items: number): Promise<void> {
  harness.photos(items);
  await harness.open(undefined, { working: false });
  const run = await harness.start();
  const seen: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    const worker = await begin();
    // At a moment of its work, spread over the run.
    const after = (kill * items) / (kills + 2) + 3 * Math.random();
    await harness.until(run, ({ counts }) => counts.succeeded >= after);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    seen.push((await harness.pipelines.get(run.id)).counts.succeeded);
  }
  // On a slow machine the last kill may come when all is done.
  expect(seen[0]).toBeLessThan(items);
  const worker = await begin();
  const view = await harness.until(run);
  worker.kill('SIGTERM');
  expect(view).toMatchObject({ status: 'succeeded', counts: { total: items, succeeded: items, failed: 0 } });
  expect(rowsOf(view).map(({ name }) => name)).toEqual(readdirSync(join(harness.folder, 'photos')).sort());
  const told = (await harness.eventsOf('prediction.completed')).map(({ item }) => item);
  expect(told).toHaveLength(items);
  expect(new Set(told).size).toBe(items);
  expect(await harness.eventsOf('batch.started')).toHaveLength(1);
  expect(await harness.eventsOf('batch.completed')).toHaveLength(1);
  expect(await harness.eventsOf('batch.failed')).toEqual([]);
}

test('a run of 200 items whose process is killed ten times does every item once and ends once', () => killed(10, 200));

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
  });
  beforeEach(async () => {
    harness.url = await postgres.database();
  });
  afterAll(() => postgres.stop());

  test('a run of 100 items whose process is killed three times, too', () => killed(3, 100));
});
