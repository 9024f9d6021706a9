import type { RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import { HOUR, MINUTE, ScheduleBench } from '../harness/schedule-harness';
import { ITEMS, onBothDrivers, onBull } from './harness/fault-harness';
import { compare, judge } from './harness/verdicts';

const DAY = 24 * HOUR;
const JUMPS = [HOUR, -HOUR, DAY, -DAY];

onBothDrivers((bench) => {
  test('the clock set by an hour and a day, on and back, while runs wait and in the middle of runs', async () => {
    let off = 0;
    bench.clock = { now: () => Date.now() + off };
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
    const runs: RunResponse[] = [];
    let waiting = await bench.start();
    off += JUMPS.at(-1)!;
    bench.pipelines.work();
    for (const jump of JUMPS) {
      runs.push(await bench.until(waiting));
      const running = await bench.start();
      await bench.until(running, ({ counts }) => counts.succeeded > 50);
      waiting = await bench.start();
      off += jump;
      runs.push(await bench.until(running));
    }
    runs.push(await bench.until(waiting));
    await bench.judgeRuns(`the clock set by an hour and a day, ${JUMPS.length + 1} times`, runs);
  });
});

onBull((bench) => {
  test('workers whose clocks are an hour or a day off take nothing from those whose clocks are right', async () => {
    bench.photos(ITEMS);
    await bench.open(undefined, { working: false });
    await bench.worker();
    const first = await bench.start();
    await bench.until(first, ({ counts }) => counts.succeeded > 50);
    for (const clockOffMs of JUMPS) await bench.worker({ clockOffMs });
    const runs = [first, ...(await Promise.all(JUMPS.map(() => bench.start())))];
    const ended: RunResponse[] = [];
    for (const run of runs) ended.push(await bench.until(run));
    await bench.judgeRuns('workers whose clocks are off by an hour and a day', ended);
  });
});

describe('the schedules', () => {
  const bench = new ScheduleBench();

  test('fire each tick once though the clock is set by an hour and a day, on and back', async () => {
    bench.triggers('  - { every: 10m, start: "2026-01-01T00:00:00Z", catch_up: all, catch_up_limit: 1000, overlap: allow }');
    await bench.open();
    bench.photos(1);
    const schedulers = [bench.scheduler(), bench.scheduler()];
    const turn = () => Promise.all(schedulers.map((each) => each.poll()));
    const begun = bench.now;
    let latest = begun;
    await turn();
    for (const jump of [10 * MINUTE, ...JUMPS, 2 * HOUR, 10 * MINUTE]) {
      bench.now += jump;
      latest = Math.max(latest, bench.now);
      for (let look = 0; look < 3; look++) await turn();
    }
    await bench.endAll();
    const expected: string[] = [];
    for (let at = Math.ceil(begun / (10 * MINUTE)) * 10 * MINUTE; at <= latest; at += 10 * MINUTE)
      expected.push(new Date(at).toISOString());
    const started = (await bench.ticks()).filter(({ run_id }) => run_id).map(({ at }) => at);
    const { of, lost, twice } = compare(expected, started);
    judge('ticks of two schedulers, the clock set', { of, lost, twice: twice + (await bench.runs()).length - started.length });
  });
});
