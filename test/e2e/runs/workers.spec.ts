import { spawn, type ChildProcess } from 'node:child_process';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { RunHarness } from '../../harness/run-harness';

const WORKER = resolve(__dirname, '../../../dist/test/harness/children/run-worker.js');
const TIMING = JSON.stringify({ timing: { pollIntervalMs: 20 } });
const ITEMS = 1_000;

const harness = new RunHarness();
const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

function begin(): number {
  const args = [WORKER, harness.folder, harness.url ?? '', '', TIMING];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  return child.pid!;
}

async function shared(): Promise<void> {
  harness.photos(ITEMS);
  await harness.open(undefined, { working: false });
  const run = await harness.start();
  expect(run.workers).toEqual([]);
  const pids = [begin(), begin()];
  const early = await harness.until(run, ({ workers }) => workers.length === 2);
  expect(early.workers.map(({ process }) => process).sort()).toEqual(pids.sort());
  const { workers, counts } = await harness.until(run);
  expect(counts).toMatchObject({ total: ITEMS, succeeded: ITEMS, running: 0, pending: 0 });
  expect(workers.map(({ host }) => host)).toEqual([hostname(), hostname()]);
  expect(workers.map(({ in_flight }) => in_flight)).toEqual([0, 0]);
  const done = workers.map((worker) => worker.done);
  expect(done[0]! + done[1]!).toBe(ITEMS);
  expect(done[0]).toBeGreaterThanOrEqual(done[1]!);
  expect(done[1]).toBeGreaterThan(0);
}

test('a run tells which processes work on its items, and how many each has done', shared);

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
  });
  beforeEach(async () => {
    harness.url = await postgres.database();
  });
  afterAll(() => postgres.stop());

  test('a run tells which processes work on its items, and how many each has done', shared);
});
