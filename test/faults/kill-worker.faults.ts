import type { RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import { ITEMS, kill, onBothDrivers } from './harness/fault-harness';
import { KILLS, SEED, seeded } from './harness/seeded';

/** After more kills in one run an item may die three times alone by mere chance, and would rightly be parked. */
const KILLS_OF_A_RUN = 50;

onBothDrivers((harness) => {
  test(`kill -9 of a worker at ${KILLS} random points of runs of ${ITEMS} items (seed ${SEED})`, async () => {
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    const random = seeded();
    const runs: RunResponse[] = [];
    for (let kills = 0; kills < KILLS;) {
      const run = await harness.start();
      const count = Math.min(KILLS - kills, KILLS_OF_A_RUN);
      const points = Array.from({ length: count }, () => Math.floor(ITEMS * 0.95 * random())).sort((a, b) => a - b);
      for (const point of points) {
        const worker = await harness.worker();
        await harness.until(run, ({ counts }) => counts.succeeded >= point);
        await kill(worker);
        kills++;
      }
      await harness.worker();
      runs.push(await harness.until(run));
      await harness.killAll();
    }
    await harness.judgeRuns(`kill -9 of a worker, ${KILLS} times`, runs);
  });
});
