import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { ENDED } from '../../libs/core/src/pipelines/runs/entities';
import { ITEMS, onBothDrivers } from './harness/fault-harness';

const POISONED = ['p0005-poison.jpg', 'p0700-poison.jpg'];
/** So often an item may end its process alone; before that it does so with those beside it. */
const LIMIT = 3;
/** Looking for the one among those that were under way may take further deaths. */
const MAX_DEATHS = POISONED.length * (LIMIT + 2);

onBothDrivers((harness) => {
  test('two items that kill their worker are parked after three times, and the rest is done', async () => {
    harness.photos(ITEMS);
    const photos = join(harness.folder, 'photos');
    for (const name of POISONED) renameSync(join(photos, name.replace('-poison', '')), join(photos, name));
    await harness.open(undefined, { working: false });
    let run = await harness.start();
    let deaths = 0;
    while (!ENDED.includes(run.status) && deaths <= MAX_DEATHS) {
      const worker = await harness.worker();
      const died = once(worker, 'exit').then(() => void deaths++);
      await Promise.race([died, harness.until(run)]);
      run = await harness.pipelines.get(run.id);
    }
    expect(deaths).toBeLessThanOrEqual(MAX_DEATHS);
    expect(run).toMatchObject({ status: 'partial', counts: { succeeded: ITEMS - POISONED.length, failed: POISONED.length } });
    for (const { reason } of run.failures) expect(reason).toMatch(/process ended 3 times while this item alone/);
    await harness.judgeRuns(`poison: ${POISONED.length} items parked after ${deaths} deaths, the others`, [run], POISONED);
  });
});
