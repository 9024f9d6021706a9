import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RunBench } from '../../harness/run-harness';

const WORKER = resolve(__dirname, '../../../dist/test/harness/children/run-worker.js');
const bench = new RunBench();

test('an item that ends its process again and again is parked with a reason; the others are done', async () => {
  bench.photos(12);
  renameSync(join(bench.folder, 'photos', 'p0005.jpg'), join(bench.folder, 'photos', 'p0005-poison.jpg'));
  await bench.open(undefined, { working: false });
  const run = await bench.start();
  let deaths = 0;
  for (let ended = false; !ended && deaths < 10;) {
    const child = spawn(process.execPath, [WORKER, bench.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const died = once(child, 'exit').then(() => ++deaths);
    await Promise.race([died, bench.until(run).then(() => (ended = true))]);
    if (ended) child.kill('SIGKILL');
  }
  const view = await bench.pipelines.get(run.id);
  expect(view).toMatchObject({ status: 'partial', counts: { total: 12, succeeded: 11, failed: 1 } });
  expect(view.failures).toMatchObject([
    {
      item: expect.stringContaining('p0005'),
      code: 'INTERNAL',
      reason: expect.stringMatching(/process ended 3 times while this item alone/),
    },
  ]);
  expect(deaths).toBeLessThanOrEqual(5);
  expect(await bench.told('prediction.completed')).toHaveLength(11);
});
