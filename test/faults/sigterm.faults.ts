import { setTimeout as sleep } from 'node:timers/promises';
import { ITEMS, kill, onBothDrivers } from './harness/fault-harness';
import { seeded } from './harness/seeded';

const TIMES = 20;

onBothDrivers((bench) => {
  test(`SIGTERM under load, ${TIMES} times: each ends with 0, and the next goes on`, async () => {
    const random = seeded();
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
    const runs = [await bench.start(), await bench.start(), await bench.start()];
    for (let time = 0; time < TIMES; time++) {
      const worker = await bench.worker();
      await sleep(400 * random());
      expect(await kill(worker, 'SIGTERM')).toBe(0);
    }
    await bench.worker();
    const ended = [];
    for (const run of runs) ended.push(await bench.until(run));
    await bench.judgeRuns(`SIGTERM under load, ${TIMES} times`, ended);
  });
});
