import { setTimeout as sleep } from 'node:timers/promises';
import { ITEMS, kill, onBothDrivers } from './harness/fault-harness';
import { seeded } from './harness/seeded';

const TIMES = 20;

onBothDrivers((harness) => {
  test(`SIGTERM under load, ${TIMES} times: each ends with 0, and the next goes on`, async () => {
    const random = seeded();
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    const runs = [await harness.start(), await harness.start(), await harness.start()];
    for (let time = 0; time < TIMES; time++) {
      const worker = await harness.worker();
      await sleep(400 * random());
      expect(await kill(worker, 'SIGTERM')).toBe(0);
    }
    await harness.worker();
    const ended = [];
    for (const run of runs) ended.push(await harness.until(run));
    await harness.judgeRuns(`SIGTERM under load, ${TIMES} times`, ended);
  });
});
