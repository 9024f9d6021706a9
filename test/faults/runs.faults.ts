import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENDED } from '../../libs/core/src';
import { KILLS, onBothDrivers, SEED, seeded } from './fault-bench';

const ITEMS = 1_000;
const NONE = { lost: 0, twice: 0 };

onBothDrivers((bench, parts) => {
  beforeEach(async () => {
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
  });
  afterEach(() => bench.killAll());

  test(`kill -9 at ${KILLS} random points of runs of ${ITEMS} items (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    for (let kills = 0; kills < KILLS;) {
      let run = await bench.start(undefined, { inputs: {} });
      while (!ENDED.includes(run.status)) {
        const worker = await bench.worker();
        if (kills < KILLS) {
          await sleep(20 + 600 * random());
          await bench.killAll();
          kills++;
        } else {
          run = await bench.until(run);
          worker.kill('SIGKILL');
        }
        run = await bench.pipelines.get(run.id);
      }
      expect(await bench.audit(`kill -9 (${kills} so far)`, run)).toEqual(NONE);
    }
  });

  test('SIGSTOP past the lease, then on again: the one who was away changes nothing', async () => {
    const run = await bench.start();
    const first = await bench.worker();
    await bench.until(run, ({ counts }) => counts.succeeded > 50);
    first.kill('SIGSTOP');
    await bench.worker();
    await sleep(65_000);
    first.kill('SIGCONT');
    expect(await bench.audit('SIGSTOP', await bench.until(run))).toEqual(NONE);
  });

  test('SIGTERM under load, 20 times: each ends with 0, and the next goes on', async () => {
    const random = seeded(SEED + 1);
    const run = await bench.start();
    const codes: unknown[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const worker = await bench.worker();
      await sleep(100 * random());
      worker.kill('SIGTERM');
      codes.push((await once(worker, 'exit'))[0]);
    }
    await bench.worker();
    expect(await bench.audit('SIGTERM', await bench.until(run))).toEqual(NONE);
    expect(new Set(codes)).toEqual(new Set([0]));
  });

  test('Redis killed, away and back empty; PostgreSQL restarted: a pause, no loss', async () => {
    const run = await bench.start();
    await bench.worker();
    await bench.until(run, ({ counts }) => counts.succeeded > 50);
    await parts.redis?.down();
    await parts.postgres?.down();
    await parts.postgres?.up();
    await sleep(parts.redis ? 10_000 : 0);
    await parts.redis?.up();
    expect(await bench.audit('services restarted', await bench.until(run))).toEqual(NONE);
  });
});
