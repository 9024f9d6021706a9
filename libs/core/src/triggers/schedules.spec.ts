import { HOUR, MINUTE, ScheduleBench } from '../../../../test/harness/schedule-harness';

const bench = new ScheduleBench();
const HOURLY = "  - cron: '0 * * * *'";

test('each tick starts one run, and the view shows the next five', async () => {
  await bench.open();
  bench.triggers(HOURLY);
  const scheduler = bench.scheduler();
  await scheduler.poll();
  expect(await bench.ticks()).toEqual([]);
  expect((await bench.schedule()).next.map((at) => at.slice(11, 16))).toEqual(['13:00', '14:00', '15:00', '16:00', '17:00']);
  for (let hour = 0; hour < 3; hour++) {
    bench.now += HOUR;
    await scheduler.poll();
    await scheduler.poll();
    await bench.endAll();
  }
  expect(await bench.states()).toEqual(['13:00 started', '14:00 started', '15:00 started']);
  const runs = await bench.runs();
  expect((await bench.ticks()).map(({ run_id }) => run_id)).toEqual(runs.map(({ id }) => id).reverse());
});

test('two schedulers that look at the same time fire each tick once', async () => {
  await bench.open();
  bench.triggers("  - cron: '* * * * *'\n    overlap: allow");
  const both = [bench.scheduler(), bench.scheduler()];
  await both[0]!.poll();
  for (let minute = 0; minute < 20; minute++) {
    bench.now += MINUTE;
    await Promise.all(both.map((each) => each.poll()));
  }
  expect(await bench.runs()).toHaveLength(20);
  expect(new Set((await bench.ticks()).map(({ at, state }) => `${at} ${state}`)).size).toBe(20);
});

test('what was missed while nobody was there is judged by one rule: after a start, and after a pause', async () => {
  await bench.open();
  bench.triggers(`${HOURLY}\n    catch_up: last\n    catch_up_window: 2h`);
  await bench.scheduler().poll();
  bench.now += 5 * HOUR + 10 * MINUTE;
  await bench.scheduler().poll();
  await bench.endAll();
  expect(await bench.states()).toEqual(['13:00 skipped', '14:00 skipped', '15:00 skipped', '16:00 skipped', '17:00 started']);
  expect((await bench.ticks())[0]!.reason).toBe('No scheduler was running, and it is older than catch_up_window.');
  await bench.views.pause('echo/1', true);
  bench.now += 2 * HOUR;
  await bench.scheduler().poll();
  expect(await bench.ticks()).toHaveLength(5);
  expect(await bench.schedule()).toMatchObject({ next: [], paused_reason: 'Paused by a user.' });
  await bench.views.pause('echo/1', false);
  await bench.scheduler().poll();
  expect((await bench.states()).slice(5)).toEqual(['18:00 skipped', '19:00 started']);
});

test("with 'paused: true' nothing fires before somebody resumes it, or the line is removed", async () => {
  await bench.open();
  bench.triggers(`${HOURLY}\n    paused: true`);
  await bench.scheduler().poll();
  bench.now += 3 * HOUR;
  await bench.scheduler().poll();
  expect(await bench.ticks()).toEqual([]);
  expect(await bench.schedule()).toMatchObject({ next: [], paused_reason: expect.stringContaining("'paused: true'") });
  await bench.views.pause('echo/1', false);
  bench.now += HOUR;
  await bench.scheduler().poll();
  expect((await bench.states()).slice(-1)).toEqual(['16:00 started']);
  bench.triggers("  - cron: '30 * * * *'\n    paused: true");
  await bench.scheduler().poll();
  expect((await bench.schedule()).paused_at).not.toBeNull();
  bench.triggers("  - cron: '30 * * * *'");
  await bench.scheduler().poll();
  expect((await bench.schedule()).paused_at).toBeNull();
});

test('an edited cron starts from now; an edit of something else keeps its place', async () => {
  await bench.open();
  bench.triggers(HOURLY);
  await bench.scheduler().poll();
  bench.now += 3 * HOUR;
  bench.triggers("  - cron: '30 * * * *'\n    catch_up: all");
  await bench.scheduler().poll();
  expect(await bench.ticks()).toEqual([]);
  bench.now += 2 * HOUR;
  bench.triggers("  - cron: '30 * * * *'\n    catch_up: all\n    overlap: allow");
  await bench.scheduler().poll();
  expect(await bench.states()).toEqual(['15:30 started', '16:30 started']);
});

test('a pipeline that is away for a while keeps its place, and ticks of one that is gone do not run', async () => {
  await bench.open();
  bench.triggers(`${HOURLY}\n    catch_up: all`);
  await bench.scheduler().poll();
  bench.unserve();
  await bench.scheduler().poll();
  expect(await bench.views.list()).toEqual([]);
  bench.now += 2 * HOUR;
  await bench.scheduler().poll();
  expect(await bench.ticks()).toEqual([]);
  bench.triggers(`${HOURLY}\n    catch_up: all\n    overlap: allow`);
  await bench.scheduler().poll();
  expect(await bench.states()).toEqual(['13:00 started', '14:00 started']);
});

test('a clock that is set back or forth by an hour or a day fires no tick twice', async () => {
  await bench.open();
  bench.triggers(`${HOURLY}\n    overlap: allow\n    catch_up: all\n    catch_up_limit: 100`);
  const scheduler = bench.scheduler();
  await scheduler.poll();
  for (const jump of [HOUR, -HOUR, HOUR, 24 * HOUR, -24 * HOUR, HOUR, HOUR, 24 * HOUR]) {
    bench.now += jump;
    await scheduler.poll();
    await bench.scheduler().poll();
  }
  const ticks = await bench.ticks();
  expect(new Set(ticks.map(({ at }) => at)).size).toBe(ticks.length);
  expect(await bench.runs()).toHaveLength(ticks.length);
  // From 13:00 to 15:00 two days later: none is missing.
  expect(ticks).toHaveLength((Date.parse(ticks.at(-1)!.at) - Date.parse(ticks[0]!.at)) / HOUR + 1);
});

describe('while the run before is under way', () => {
  let release: () => void;
  beforeEach(async () => {
    const held = new Promise<void>((resolve) => (release = resolve));
    bench.photos(1);
    await bench.open(async ({ image }) => (await held, { seen: image, total: 1 }));
  });
  afterEach(() => release());

  const twoTicks = async (overlap: string) => {
    bench.triggers(`${HOURLY}\n    overlap: ${overlap}`);
    const scheduler = bench.scheduler();
    await scheduler.poll();
    for (let hour = 0; hour < 2; hour++) {
      bench.now += HOUR;
      await scheduler.poll();
    }
    return scheduler;
  };

  test('skip passes the tick over and names that run', async () => {
    await twoTicks('skip');
    expect(await bench.states()).toEqual(['13:00 started', '14:00 skipped']);
    expect((await bench.ticks())[1]!.reason).toMatch(/^The run run_\w+ that it started before was still in progress/);
  });

  test('queue starts it afterwards', async () => {
    const scheduler = await twoTicks('queue');
    expect(await bench.states()).toEqual(['13:00 started', '14:00 due']);
    release();
    await bench.endAll();
    await scheduler.poll();
    expect(await bench.states()).toEqual(['13:00 started', '14:00 started']);
  });

  test('cancel_previous ends that run', async () => {
    await twoTicks('cancel_previous');
    expect(await bench.states()).toEqual(['13:00 started', '14:00 started']);
    const [, first] = await bench.runs();
    expect((await bench.until(first!)).status).toBe('cancelled');
  });

  test('allow starts another', async () => {
    await twoTicks('allow');
    expect((await bench.runs()).map(({ status }) => ['queued', 'running'].includes(status))).toEqual([true, true]);
  });
});

test('after failures in a row it pauses, says why, and goes on when it is resumed', async () => {
  await bench.open(() => {
    throw new Error('broken');
  });
  bench.photos(1);
  bench.triggers(`${HOURLY}\n    pause_after: 2`);
  const scheduler = bench.scheduler();
  await scheduler.poll();
  for (let hour = 0; hour < 4; hour++) {
    bench.now += HOUR;
    await scheduler.poll();
    await bench.endAll();
  }
  expect(await bench.states()).toEqual(['13:00 started', '14:00 started', '15:00 skipped']);
  expect(await bench.schedule()).toMatchObject({ paused_reason: '2 runs failed in a row.', next: [] });
  await bench.views.pause('echo/1', false);
  bench.now += HOUR;
  await scheduler.poll();
  expect((await bench.states()).at(-1)).toBe('17:00 started');
});

test('a tick whose run cannot be started says why', async () => {
  await bench.open();
  bench.triggers(`${HOURLY}\n    inputs: { folder: nowhere }`);
  await bench.scheduler().poll();
  bench.now += HOUR;
  await bench.scheduler().poll();
  const [tick] = await bench.ticks();
  expect(tick).toMatchObject({ state: 'failed', run_id: null });
  expect(tick!.reason).toMatch(/nowhere/);
});
