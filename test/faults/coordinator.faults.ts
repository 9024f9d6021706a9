import type { RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import { waitFor } from '../harness/wait-for';
import { ITEMS, kill, onBothDrivers } from './harness/fault-harness';

const TIMES = 5;

onBothDrivers((harness) => {
  test(`kill -9 of the process that coordinates a run of shards, ${TIMES} times: the shards of others go on`, async () => {
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    const runs: RunResponse[] = [];
    for (let time = 0; time < TIMES; time++) {
      for (let count = 0; count < 3; count++) await harness.worker();
      const run = await harness.start();
      await harness.until(run, ({ counts }) => counts.succeeded > 50 + 150 * time);
      const first = await waitFor(() => harness.coordinator(run));
      await kill(first);
      const { counts } = await harness.pipelines.get(run.id);
      await harness.until(run, (view) => view.counts.succeeded > counts.succeeded || view.ended_at !== null);
      runs.push(await harness.until(run));
      expect(await harness.coordinator(run)).toBeUndefined();
      await harness.killAll();
    }
    await harness.judgeRuns(`kill -9 of the coordinator, ${TIMES} times`, runs);
  });
});
