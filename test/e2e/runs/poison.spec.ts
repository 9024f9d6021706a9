import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RunHarness } from '../../harness/run-harness';

const WORKER = resolve(__dirname, '../../../dist/test/harness/children/run-worker.js');
const harness = new RunHarness();

test('an item that ends its process again and again is parked with a reason; the others are done', async () => {
  harness.photos(12);
  renameSync(join(harness.folder, 'photos', 'p0005.jpg'), join(harness.folder, 'photos', 'p0005-poison.jpg'));
  await harness.open(undefined, { working: false });
  const run = await harness.start();
  let deaths = 0;
  for (let ended = false; !ended && deaths < 10;) {
    const child = spawn(process.execPath, [WORKER, harness.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const died = once(child, 'exit').then(() => ++deaths);
    await Promise.race([died, harness.until(run).then(() => (ended = true))]);
    if (ended) child.kill('SIGKILL');
  }
  const view = await harness.pipelines.get(run.id);
  expect(view).toMatchObject({ status: 'partial', counts: { total: 12, succeeded: 11, failed: 1 } });
  expect(view.failures).toMatchObject([
    {
      item: expect.stringContaining('p0005'),
      code: 'INTERNAL',
      reason: expect.stringMatching(/process ended 3 times while this item alone/),
    },
  ]);
  expect(deaths).toBeLessThanOrEqual(5);
  expect(await harness.eventsOf('prediction.completed')).toHaveLength(11);
});
