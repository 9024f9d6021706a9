import { openSqliteFile } from '../../libs/core/src/durable/database/sqlite';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothDrivers, ITEMS, type FaultHarness } from './harness/fault-harness';

const TIMES = 5;
/** Short, so that it runs out while the test waits. */
const LEASE_MS = 2_000;
const timing = { leaseMs: LEASE_MS, renewMs: LEASE_MS / 4, pollIntervalMs: 50 };

/** Whether it holds the one lock of SQLite: then nobody else can write, however long its lease is over. */
function holdsTheFile({ url, folder }: FaultHarness): boolean {
  if (url) return false;
  const database = openSqliteFile(join(folder, 'percept.db'), { timeout: 200 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}

onBothDrivers((harness) => {
  test(`SIGSTOP past the lease, then on again, ${TIMES} times: who was away changes nothing`, async () => {
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    const runs = [];
    for (let time = 0; time < TIMES; time++) {
      const run = await harness.start();
      const first = await harness.worker({ timing });
      await harness.until(run, ({ counts }) => counts.succeeded > 50 + 20 * time);
      first.kill('SIGSTOP');
      while (holdsTheFile(harness)) {
        first.kill('SIGCONT');
        await sleep(5);
        first.kill('SIGSTOP');
      }
      const { counts } = await harness.pipelines.get(run.id);
      await harness.worker({ timing });
      await harness.until(run, (view) => view.counts.succeeded > counts.succeeded + 50);
      first.kill('SIGCONT');
      runs.push(await harness.until(run));
      await harness.killAll();
    }
    await harness.judgeRuns(`SIGSTOP past the lease, ${TIMES} times`, runs);
  });
});
