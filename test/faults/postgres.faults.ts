import { setTimeout as sleep } from 'node:timers/promises';
import { ITEMS, onBull } from './harness/fault-harness';
import { seeded } from './harness/seeded';

/** In order, as a crash, and so on. */
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGINT', 'SIGQUIT', 'SIGINT'] as const;

onBull((harness, parts) => {
  test(`PostgreSQL restarted ${SIGNALS.length} times in runs, half of them as after a crash`, async () => {
    const random = seeded();
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    const workers = [await harness.worker(), await harness.worker()];
    const runs = [];
    for (const signal of SIGNALS) {
      const run = await harness.start();
      await harness.until(run, ({ counts }) => counts.succeeded > 10 + 400 * random());
      await parts.postgres!.down(signal);
      await sleep(2_000 * random());
      await parts.postgres!.up();
      runs.push(await harness.until(run));
    }
    expect(workers.map(({ exitCode }) => exitCode)).toEqual([null, null]);
    await harness.judgeRuns(`PostgreSQL restarted, ${SIGNALS.length} times`, runs);
  });
});
