import { setTimeout as sleep } from 'node:timers/promises';
import { ITEMS, onBull } from './harness/fault-harness';
import { withoutRedis } from '../harness/redis';

const AWAY_MS = Number(process.env['FAULT_AWAY_MS'] ?? 60_000);

onBull((harness, parts) => {
  const name = `Redis killed, ${AWAY_MS / 1_000} s away and back empty: runs before, meanwhile and afterwards`;
  (withoutRedis ? test.skip : test)(name, async () => {
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    const workers = [await harness.worker(), await harness.worker()];
    const before = await harness.start();
    await harness.until(before, ({ counts }) => counts.succeeded > 50);
    await parts.redis!.down();
    const away = sleep(AWAY_MS);
    const meanwhile = await harness.start();
    // Without Redis the sweep finds it.
    const runs = [await harness.until(before), await harness.until(meanwhile)];
    const cutOff = await harness.start();
    await away;
    await parts.redis!.up();
    runs.push(await harness.until(cutOff), await harness.until(await harness.start()));
    expect(workers.map(({ exitCode }) => exitCode)).toEqual([null, null]);
    await harness.judgeRuns(`Redis ${AWAY_MS / 1_000} s away, back empty`, runs);
  });
});
