import type { RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import { HOUR, MINUTE, ScheduleHarness } from '../harness/schedule-harness';
import { ITEMS, onBothDrivers, onBull } from './harness/fault-harness';
import { compare, judge } from './harness/verdicts';

const DAY = 24 * HOUR;
const JUMPS = [HOUR, -HOUR, DAY, -DAY];

onBothDrivers((harness) => {
  test('the clock set by an hour and a day, on and back, while runs wait and in the middle of runs', async () => {
    let off = 0;
    harness.clock = { now: () => Date.now() + off };
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    const runs: RunResponse[] = [];
    let waiting = await harness.start();
    off += JUMPS.at(-1)!;
    harness.pipelines.work();
    for (const jump of JUMPS) {
      runs.push(await harness.until(waiting));
      const running = await harness.start();
      await harness.until(running, ({ counts }) => counts.succeeded > 50);
      waiting = await harness.start();
      off += jump;
      runs.push(await harness.until(running));
    }
    runs.push(await harness.until(waiting));
    await harness.judgeRuns(`the clock set by an hour and a day, ${JUMPS.length + 1} times`, runs);
  });
});

onBull((harness) => {
  test('workers whose clocks are an hour or a day off take nothing from those whose clocks are right', async () => {
    harness.photos(ITEMS);
    await harness.open(undefined, { working: false });
    await harness.worker();
    const first = await harness.start();
    await harness.until(first, ({ counts }) => counts.succeeded > 50);
    for (const clockOffMs of JUMPS) await harness.worker({ clockOffMs });
    const runs = [first, ...(await Promise.all(JUMPS.map(() => harness.start())))];
    const ended: RunResponse[] = [];
    for (const run of runs) ended.push(await harness.until(run));
    await harness.judgeRuns('workers whose clocks are off by an hour and a day', ended);
  });
});

describe('the schedules', () => {
  const harness = new ScheduleHarness();

  test('fire each tick once though the clock is set by an hour and a day, on and back', async () => {
    harness.triggers('  - { every: 10m, start: "2026-01-01T00:00:00Z", catch_up: all, catch_up_limit: 1000, overlap: allow }');
    await harness.open();
    harness.photos(1);
    const schedulers = [harness.scheduler(), harness.scheduler()];
    const turn = () => Promise.all(schedulers.map((each) => each.poll()));
    const begun = harness.now;
    let latest = begun;
    await turn();
    for (const jump of [10 * MINUTE, ...JUMPS, 2 * HOUR, 10 * MINUTE]) {
      harness.now += jump;
      latest = Math.max(latest, harness.now);
      for (let look = 0; look < 3; look++) await turn();
    }
    await harness.endAll();
    const expected: string[] = [];
    for (let at = Math.ceil(begun / (10 * MINUTE)) * 10 * MINUTE; at <= latest; at += 10 * MINUTE)
      expected.push(new Date(at).toISOString());
    const started = (await harness.ticks()).filter(({ run_id }) => run_id).map(({ at }) => at);
    const { of, lost, twice } = compare(expected, started);
    judge('ticks of two schedulers, the clock set', { of, lost, twice: twice + (await harness.runs()).length - started.length });
  });
});
