import type { RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import { waitFor } from '../harness/wait-for';
import { ITEMS, kill, onBothDrivers } from './harness/fault-harness';

const TIMES = 5;

onBothDrivers((bench) => {
  test(`kill -9 of the process that coordinates a run of shards, ${TIMES} times: the shards of others go on`, async () => {
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
    const runs: RunResponse[] = [];
    for (let time = 0; time < TIMES; time++) {
      for (let count = 0; count < 3; count++) await bench.worker();
      const run = await bench.start();
      await bench.until(run, ({ counts }) => counts.succeeded > 50 + 150 * time);
      const first = await waitFor(() => bench.coordinator(run));
      await kill(first);
      const { counts } = await bench.pipelines.get(run.id);
      await bench.until(run, (view) => view.counts.succeeded > counts.succeeded || view.ended_at !== null);
      runs.push(await bench.until(run));
      expect(await bench.coordinator(run)).toBeUndefined();
      await bench.killAll();
    }
    await bench.judgeRuns(`kill -9 of the coordinator, ${TIMES} times`, runs);
  });
});
