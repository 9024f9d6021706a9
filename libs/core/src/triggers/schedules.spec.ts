import { HOUR, MINUTE, ScheduleHarness } from '../../../../test/harness/schedule-harness';
import { remains, waitFor } from '../../../../test/harness/wait-for';
import { Schedules } from './schedules';

const harness = new ScheduleHarness();
const HOURLY = "  - cron: '0 * * * *'";

test('each tick starts one run, and the view shows the next five', async () => {
  await harness.open();
  harness.triggers(HOURLY);
  const scheduler = harness.scheduler();
  await scheduler.poll();
  expect(await harness.ticks()).toEqual([]);
  expect((await harness.schedule()).next.map((at) => at.slice(11, 16))).toEqual(['13:00', '14:00', '15:00', '16:00', '17:00']);
  for (let hour = 0; hour < 3; hour++) {
    harness.now += HOUR;
    await scheduler.poll();
    await scheduler.poll();
    await harness.endAll();
  }
  expect(await harness.states()).toEqual(['13:00 started', '14:00 started', '15:00 started']);
  const runs = await harness.runs();
  expect((await harness.ticks()).map(({ run_id }) => run_id)).toEqual(runs.map(({ id }) => id).reverse());
});

test('two schedulers that look at the same time fire each tick once', async () => {
  await harness.open();
  harness.triggers("  - cron: '* * * * *'\n    overlap: allow");
  const both = [harness.scheduler(), harness.scheduler()];
  await both[0]!.poll();
  for (let minute = 0; minute < 20; minute++) {
    harness.now += MINUTE;
    await Promise.all(both.map((each) => each.poll()));
  }
  expect(await harness.runs()).toHaveLength(20);
  expect(new Set((await harness.ticks()).map(({ at, state }) => `${at} ${state}`)).size).toBe(20);
});

test('what was missed while nobody was there is judged by one rule: after a start, and after a pause', async () => {
  await harness.open();
  harness.triggers(`${HOURLY}\n    catch_up: last\n    catch_up_window: 2h`);
  await harness.scheduler().poll();
  harness.now += 5 * HOUR + 10 * MINUTE;
  await harness.scheduler().poll();
  await harness.endAll();
  expect(await harness.states()).toEqual(['13:00 skipped', '14:00 skipped', '15:00 skipped', '16:00 skipped', '17:00 started']);
  expect((await harness.ticks())[0]!.reason).toBe('No scheduler was running, and it is older than catch_up_window.');
  await harness.views.pause('echo/1');
  harness.now += 2 * HOUR;
  await harness.scheduler().poll();
  expect(await harness.ticks()).toHaveLength(5);
  expect(await harness.schedule()).toMatchObject({ next: [], paused_reason: 'Paused by a user.' });
  await harness.views.resume('echo/1');
  await harness.scheduler().poll();
  expect((await harness.states()).slice(5)).toEqual(['18:00 skipped', '19:00 started']);
});

describe('after the answer to a pause no run starts', () => {
  test('in a scheduler that has read the trigger before', async () => {
    await harness.open();
    harness.triggers(HOURLY);
    const scheduler = harness.scheduler(undefined, { syncMs: Infinity });
    await scheduler.poll();
    await harness.views.pause('echo/1');
    harness.now += HOUR;
    await scheduler.poll();
    expect([await harness.ticks(), await harness.runs()]).toEqual([[], []]);
    await harness.views.resume('echo/1');
    await harness.scheduler().poll();
    expect(await harness.states()).toEqual(['13:00 started']);
  });

  test('while a tick is on its way, which runs when the schedule is resumed', async () => {
    await harness.open();
    harness.triggers(HOURLY);
    const scheduler = harness.scheduler();
    await scheduler.poll();
    harness.now += HOUR;
    const { pipelines, views } = harness;
    const start = pipelines.start.bind(pipelines);
    jest.spyOn(pipelines, 'start').mockImplementationOnce(async (...args) => {
      await views.pause('echo/1');
      return start(...args);
    });
    await scheduler.poll();
    expect([await harness.states(), await harness.runs()]).toEqual([['13:00 due'], []]);
    await views.resume('echo/1');
    await scheduler.poll();
    expect(await harness.states()).toEqual(['13:00 started']);
  });
});

test('a pause until a time shows the ticks after it, and ends without a call', async () => {
  await harness.open();
  harness.triggers(HOURLY);
  await harness.scheduler().poll();
  await expect(harness.views.pause('echo/1', { until: 'next week' })).rejects.toThrow(/must be a date-time/);
  await expect(harness.views.pause('echo/1', { until: '2026-05-31T00:00:00Z' })).rejects.toThrow(/not in the future/);
  const paused = await harness.views.pause('echo/1', { until: '7d' });
  expect(paused).toMatchObject({
    paused_until: '2026-06-08T12:00:30.000Z',
    paused_reason: expect.stringContaining('until 2026-06-08'),
  });
  expect(paused.next[0]).toBe('2026-06-08T13:00:00.000Z');
  harness.now += 7 * 24 * HOUR - 1;
  await harness.scheduler().poll();
  expect([(await harness.schedule()).paused_until, await harness.ticks()]).toEqual([paused.paused_until, []]);
  harness.now += 1;
  await harness.scheduler().poll();
  expect(await harness.schedule()).toMatchObject({ paused_at: null, paused_until: null, paused_reason: null });
  await harness.endAll();
  harness.now += HOUR;
  await harness.scheduler().poll();
  expect((await harness.states()).at(-1)).toBe('13:00 started');
});

test('a pause for good that follows one until a time does not end', async () => {
  await harness.open();
  harness.triggers(HOURLY);
  await harness.scheduler().poll();
  await harness.views.pause('echo/1', { until: '1h' });
  await harness.views.pause('echo/1');
  harness.now += 2 * HOUR;
  await harness.scheduler().poll();
  expect((await harness.schedule()).paused_at).not.toBeNull();
});

test("with 'paused: true' nothing fires before somebody resumes it, or the line is removed", async () => {
  await harness.open();
  harness.triggers(`${HOURLY}\n    paused: true`);
  await harness.scheduler().poll();
  harness.now += 3 * HOUR;
  await harness.scheduler().poll();
  expect(await harness.ticks()).toEqual([]);
  expect(await harness.schedule()).toMatchObject({ next: [], paused_reason: expect.stringContaining("'paused: true'") });
  await harness.views.resume('echo/1');
  harness.now += HOUR;
  await harness.scheduler().poll();
  expect((await harness.states()).slice(-1)).toEqual(['16:00 started']);
  harness.triggers("  - cron: '30 * * * *'\n    paused: true");
  await harness.scheduler().poll();
  expect((await harness.schedule()).paused_at).not.toBeNull();
  harness.triggers("  - cron: '30 * * * *'");
  await harness.scheduler().poll();
  expect((await harness.schedule()).paused_at).toBeNull();
});

test('an edited cron starts from now; an edit of something else keeps its place', async () => {
  await harness.open();
  harness.triggers(HOURLY);
  await harness.scheduler().poll();
  harness.now += 3 * HOUR;
  harness.triggers("  - cron: '30 * * * *'\n    catch_up: all");
  await harness.scheduler().poll();
  expect(await harness.ticks()).toEqual([]);
  harness.now += 2 * HOUR;
  harness.triggers("  - cron: '30 * * * *'\n    catch_up: all\n    overlap: allow");
  await harness.scheduler().poll();
  expect(await harness.states()).toEqual(['15:30 started', '16:30 started']);
});

test('a pipeline that is away for a while keeps its place, and ticks of one that is gone do not run', async () => {
  await harness.open();
  harness.triggers(`${HOURLY}\n    catch_up: all`);
  await harness.scheduler().poll();
  harness.unserve();
  await harness.scheduler().poll();
  expect(await harness.views.list()).toEqual([]);
  harness.now += 2 * HOUR;
  await harness.scheduler().poll();
  expect(await harness.ticks()).toEqual([]);
  harness.triggers(`${HOURLY}\n    catch_up: all\n    overlap: allow`);
  await harness.scheduler().poll();
  expect(await harness.states()).toEqual(['13:00 started', '14:00 started']);
});

test('a clock that is set back or forth by an hour or a day fires no tick twice', async () => {
  await harness.open();
  harness.triggers(`${HOURLY}\n    overlap: allow\n    catch_up: all\n    catch_up_limit: 100`);
  const scheduler = harness.scheduler();
  await scheduler.poll();
  for (const jump of [HOUR, -HOUR, HOUR, 24 * HOUR, -24 * HOUR, HOUR, HOUR, 24 * HOUR]) {
    harness.now += jump;
    await scheduler.poll();
    await harness.scheduler().poll();
  }
  const ticks = await harness.ticks();
  expect(new Set(ticks.map(({ at }) => at)).size).toBe(ticks.length);
  expect(await harness.runs()).toHaveLength(ticks.length);
  // From 13:00 to 15:00 two days later: none is missing.
  expect(ticks).toHaveLength((Date.parse(ticks.at(-1)!.at) - Date.parse(ticks[0]!.at)) / HOUR + 1);
});

describe('while the run before is under way', () => {
  let release: () => void;
  beforeEach(async () => {
    const held = new Promise<void>((resolve) => (release = resolve));
    harness.photos(1);
    await harness.open(async ({ image }) => (await held, { seen: image, total: 1 }));
  });
  afterEach(() => release());

  const twoTicks = async (overlap: string) => {
    harness.triggers(`${HOURLY}\n    overlap: ${overlap}`);
    const scheduler = harness.scheduler();
    await scheduler.poll();
    for (let hour = 0; hour < 2; hour++) {
      harness.now += HOUR;
      await scheduler.poll();
    }
    return scheduler;
  };

  test('skip passes the tick over and names that run', async () => {
    await twoTicks('skip');
    expect(await harness.states()).toEqual(['13:00 started', '14:00 skipped']);
    expect((await harness.ticks())[1]!.reason).toMatch(/^The run run_\w+ that it started before was still in progress/);
  });

  test('queue starts it afterwards', async () => {
    const scheduler = await twoTicks('queue');
    expect(await harness.states()).toEqual(['13:00 started', '14:00 due']);
    release();
    await harness.endAll();
    await scheduler.poll();
    expect(await harness.states()).toEqual(['13:00 started', '14:00 started']);
  });

  test('cancel_previous ends that run', async () => {
    await twoTicks('cancel_previous');
    expect(await harness.states()).toEqual(['13:00 started', '14:00 started']);
    const [, first] = await harness.runs();
    expect((await harness.until(first!)).status).toBe('cancelled');
  });

  test('allow starts another', async () => {
    await twoTicks('allow');
    expect((await harness.runs()).map(({ status }) => ['queued', 'running'].includes(status))).toEqual([true, true]);
  });
});

test('after failures in a row it pauses, says why, and goes on when it is resumed', async () => {
  await harness.open(() => {
    throw new Error('broken');
  });
  harness.photos(1);
  harness.triggers(`${HOURLY}\n    pause_after: 2`);
  const scheduler = harness.scheduler();
  await scheduler.poll();
  for (let hour = 0; hour < 4; hour++) {
    harness.now += HOUR;
    await scheduler.poll();
    await harness.endAll();
  }
  expect(await harness.states()).toEqual(['13:00 started', '14:00 started', '15:00 skipped']);
  expect(await harness.schedule()).toMatchObject({ paused_reason: '2 runs failed in a row.', next: [] });
  await harness.views.resume('echo/1');
  harness.now += HOUR;
  await scheduler.poll();
  expect((await harness.states()).at(-1)).toBe('17:00 started');
});

test('once its payer has ended it pauses, says why and starts nothing, and goes on when somebody pays again', async () => {
  await harness.open();
  harness.photos(1);
  harness.triggers(HOURLY);
  let ended: string | undefined;
  const scheduler = harness.scheduler(undefined, { checkPayer: async () => ended });
  await scheduler.poll();
  harness.now += HOUR;
  await scheduler.poll();
  await harness.endAll();
  ended = "The key 'k', which pays for its runs, was revoked.";
  for (let hour = 0; hour < 3; hour++) {
    harness.now += HOUR;
    await scheduler.poll();
  }
  expect(await harness.states()).toEqual(['13:00 started', '14:00 skipped']);
  const paused_reason = `${ended} Save the pipeline with another key, then resume the trigger.`;
  expect(await harness.schedule()).toMatchObject({ paused_reason, next: [] });
  expect((await harness.ticks()).at(-1)!.reason).toBe(`The trigger is paused: ${paused_reason}`);
  ended = undefined;
  await harness.views.resume('echo/1');
  harness.now += HOUR;
  await scheduler.poll();
  expect((await harness.states()).at(-1)).toBe('17:00 started');
});

test('a tick whose run cannot be started says why', async () => {
  await harness.open();
  harness.triggers(`${HOURLY}\n    inputs: { folder: nowhere }`);
  await harness.scheduler().poll();
  harness.now += HOUR;
  await harness.scheduler().poll();
  const [tick] = await harness.ticks();
  expect(tick).toMatchObject({ state: 'failed', run_id: null });
  expect(tick!.reason).toMatch(/nowhere/);
});

test('a started scheduler polls again and again until it is closed, also after a poll that failed', async () => {
  await harness.open();
  const [scheduler, closed] = [harness.scheduler(), harness.scheduler()];
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const polls = jest.spyOn(Schedules.prototype, 'poll').mockRejectedValueOnce(new Error('the disk is full'));
  scheduler.start();
  await waitFor(() => polls.mock.calls.length >= 3);
  await scheduler.close();
  const { length } = polls.mock.calls;
  await closed.close();
  closed.start();
  await remains(() => polls.mock.calls.length === length, { ms: 60 });
  expect(errors).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
});
