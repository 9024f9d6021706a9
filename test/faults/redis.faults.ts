import { setTimeout as sleep } from 'node:timers/promises';
import { ITEMS, onBull } from './harness/fault-harness';
import { withoutRedis } from '../harness/redis';

const AWAY_MS = Number(process.env['FAULT_AWAY_MS'] ?? 60_000);

onBull((bench, parts) => {
  const name = `Redis killed, ${AWAY_MS / 1_000} s away and back empty: runs before, meanwhile and afterwards`;
  (withoutRedis ? test.skip : test)(name, async () => {
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
    const workers = [await bench.worker(), await bench.worker()];
    const before = await bench.start();
    await bench.until(before, ({ counts }) => counts.succeeded > 50);
    await parts.redis!.down();
    const away = sleep(AWAY_MS);
    const meanwhile = await bench.start();
    // Without Redis the sweep finds it.
    const runs = [await bench.until(before), await bench.until(meanwhile)];
    const cutOff = await bench.start();
    await away;
    await parts.redis!.up();
    runs.push(await bench.until(cutOff), await bench.until(await bench.start()));
    expect(workers.map(({ exitCode }) => exitCode)).toEqual([null, null]);
    await bench.judgeRuns(`Redis ${AWAY_MS / 1_000} s away, back empty`, runs);
  });
});
