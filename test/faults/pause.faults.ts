import { openSqliteFile } from '@percept/core';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothDrivers, ITEMS, type FaultBench } from './harness/fault-harness';

const TIMES = 5;
/** Short, so that it runs out while the test waits. */
const LEASE_MS = 2_000;
const timing = { leaseMs: LEASE_MS, renewMs: LEASE_MS / 4, pollIntervalMs: 50 };

/** Whether it holds the one lock of SQLite: then nobody else can write, however long its lease is over. */
function holdsTheFile({ url, folder }: FaultBench): boolean {
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

onBothDrivers((bench) => {
  test(`SIGSTOP past the lease, then on again, ${TIMES} times: who was away changes nothing`, async () => {
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
    const runs = [];
    for (let time = 0; time < TIMES; time++) {
      const run = await bench.start();
      const first = await bench.worker({ timing });
      await bench.until(run, ({ counts }) => counts.succeeded > 50 + 20 * time);
      first.kill('SIGSTOP');
      while (holdsTheFile(bench)) {
        first.kill('SIGCONT');
        await sleep(5);
        first.kill('SIGSTOP');
      }
      const { counts } = await bench.pipelines.get(run.id);
      await bench.worker({ timing });
      await bench.until(run, (view) => view.counts.succeeded > counts.succeeded + 50);
      first.kill('SIGCONT');
      runs.push(await bench.until(run));
      await bench.killAll();
    }
    await bench.judgeRuns(`SIGSTOP past the lease, ${TIMES} times`, runs);
  });
});
