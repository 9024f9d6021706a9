import { setTimeout as sleep } from 'node:timers/promises';
import { ENDED, type RunView } from '../../libs/core/src';
import { ITEMS, kill, onBothDrivers } from './fault-bench';
import { KILLS, SEED, seeded } from './seeded';

/** Killed at the latest so long after it was ready: in that time it does a good part of the run. */
const LONGEST_MS = 600;

onBothDrivers((bench) => {
  test(`kill -9 of a worker at ${KILLS} random points of runs of ${ITEMS} items (seed ${SEED})`, async () => {
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
    const random = seeded();
    const runs: RunView[] = [];
    for (let kills = 0; kills < KILLS;) {
      let run = await bench.start();
      while (!ENDED.includes(run.status)) {
        const worker = await bench.worker();
        const over = kills >= KILLS ? bench.until(run) : sleep(LONGEST_MS * random()).then(() => void kills++);
        await over;
        await kill(worker);
        run = await bench.pipelines.get(run.id);
      }
      runs.push(run);
    }
    await bench.judgeRuns(`kill -9 of a worker, ${KILLS} times`, runs);
  });
});
