import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RunBench, rowsOf } from './run-bench';

const WORKER = resolve(__dirname, '../dist/test/children/run-worker.js');
const ITEMS = 200;
const KILLS = 10;

const bench = new RunBench();
let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

async function begin(): Promise<ChildProcess> {
  child = spawn(process.execPath, [WORKER, bench.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout!, 'data');
  return child;
}

test('a run of 200 items whose process is killed ten times does every item once and ends once', async () => {
  bench.photos(ITEMS);
  await bench.open(undefined, { working: false });
  const run = await bench.start();
  const seen: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = await begin();
    // At a moment of its work, spread over the run.
    const after = (kill * ITEMS) / (KILLS + 2) + 3 * Math.random();
    await bench.until(run, ({ counts }) => counts.succeeded >= after);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    seen.push((await bench.pipelines.get(run.id)).counts.succeeded);
  }
  expect(seen[KILLS - 1]).toBeLessThan(ITEMS);
  const worker = await begin();
  const view = await bench.until(run);
  worker.kill('SIGTERM');
  expect(view).toMatchObject({ status: 'succeeded', counts: { total: ITEMS, succeeded: ITEMS, failed: 0 } });
  expect(rowsOf(view).map(({ name }) => name)).toEqual(readdirSync(join(bench.folder, 'photos')).sort());
  const told = (await bench.told('prediction.completed')).map(({ item }) => item);
  expect(told).toHaveLength(ITEMS);
  expect(new Set(told).size).toBe(ITEMS);
  expect(await bench.told('batch.started')).toHaveLength(1);
  expect(await bench.told('batch.completed')).toHaveLength(1);
  expect(await bench.told('batch.failed')).toEqual([]);
}, 180_000);
