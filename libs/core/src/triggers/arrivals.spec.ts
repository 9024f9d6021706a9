import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PIPELINE } from '../../../../test/harness/run-harness';
import { MINUTE, ScheduleHarness } from '../../../../test/harness/schedule-harness';
import { remains, waitFor } from '../../../../test/harness/wait-for';
import type { RunResponse } from '../pipelines/runs/entities';
import type { Schedules } from './schedules';
import { addTick } from './storage/tick.repository';

const harness = new ScheduleHarness();

describe('a watched folder', () => {
  const FILE = `  file: { type: string, default: none }\nsteps:`;
  const source = PIPELINE.replace('steps:', FILE);
  const runs = async () => (await harness.runs()).map(({ inputs }) => inputs['file']).sort();
  const path = (name: string) => join(harness.folder, 'inbox', name);

  beforeEach(async () => {
    await harness.open();
    mkdirSync(join(harness.folder, 'inbox'));
    harness.triggers("  - watch: inbox\n    pattern: '*.{jpg,png}'\n    settle: 100ms", source);
  });

  test('starts a run for each file that comes, once, over restarts and two schedulers', async () => {
    writeFileSync(path('before.jpg'), 'x');
    writeFileSync(path('notes.txt'), 'x');
    const first = [harness.scheduler(), harness.scheduler()];
    for (const each of first) each.start();
    await waitFor(async () => (await runs()).length >= 1);
    writeFileSync(path('after.png'), 'x');
    await waitFor(async () => (await runs()).length >= 2);
    for (const each of first) await each.close();
    writeFileSync(path('meanwhile.jpg'), 'x');
    harness.scheduler().start();
    await waitFor(async () => (await runs()).length >= 3);
    await remains(async () => (await runs()).length === 3, { ms: 400 });
    expect(await runs()).toEqual(['after.png', 'before.jpg', 'meanwhile.jpg'].map(path));
  });

  test('is paused with the reason if it lies outside what runs may read, through a link too', async () => {
    symlinkSync(tmpdir(), join(harness.folder, 'out'));
    for (const folder of ['/', '../..', 'out']) {
      harness.triggers(`  - watch: ${folder}`, source);
      const scheduler = harness.scheduler();
      scheduler.start();
      await waitFor(async () => (await harness.schedule())?.paused_at);
      expect((await harness.schedule()).paused_reason).toMatch(/lies outside the folders/);
      await scheduler.close();
      harness.unserve();
      await harness.scheduler().poll();
    }
    expect(await runs()).toEqual([]);
  });

  test('goes by its newest text: another input takes the path from then on', async () => {
    const two = source.replace('steps:', '  other: { type: string, default: none }\nsteps:');
    harness.triggers('  - watch: inbox\n    settle: 50ms', two);
    const scheduler = harness.scheduler();
    scheduler.start();
    writeFileSync(path('one.jpg'), 'x');
    await waitFor(async () => (await harness.runs()).length >= 1);
    harness.triggers('  - watch: inbox\n    settle: 50ms\n    input: other', two);
    for (let name = 2; !(await harness.runs()).some(({ inputs }) => inputs['other'] !== 'none'); name++) {
      writeFileSync(path(`${name}.jpg`), 'x');
      await wait(100);
    }
  });

  test('waits until a file that is being written has come to rest, and takes a new version for a new file', async () => {
    harness.triggers('  - watch: inbox\n    settle: 2s', source);
    harness.scheduler().start();
    for (let part = 0, rested = false; part < 6 && !rested; part++) {
      writeFileSync(path('slow.jpg'), 'x'.repeat(part + 1));
      const written = performance.now();
      await wait(40);
      const started = await runs();
      // Where the machine itself paused for so long, the file had come to rest.
      rested = performance.now() - written > 1_500;
      if (!rested) expect(started).toEqual([]);
    }
    await waitFor(async () => (await runs()).length >= 1);
    await harness.scheduler().close();
    utimesSync(path('slow.jpg'), 1_000, 1_000);
    harness.scheduler().start();
    await waitFor(async () => (await runs()).length >= 2);
  });
});

/** Posts a JSON body. */
async function hook(scheduler: Schedules, token: string, value: unknown, once?: string): Promise<RunResponse> {
  const body = Buffer.from(JSON.stringify(value));
  const outcome = await scheduler.hook(token, { body, headers: { 'content-type': 'application/json' }, query: {} }, once);
  if ('answer' in outcome) throw new Error('it was taken for a challenge');
  return outcome.run;
}

describe('a webhook that comes in', () => {
  const source = PIPELINE.replace('steps:', '  order: { type: object, default: {} }\nsteps:');

  const tokenOf = async () => (await harness.views.makeAddress('echo/1')).url.split('/').pop()!;

  test('starts a run with the fields of the body as inputs, and the same request once', async () => {
    await harness.open();
    harness.triggers('  - webhook: orders');
    const scheduler = harness.scheduler();
    await scheduler.poll();
    const token = await tokenOf();
    const run = await hook(scheduler, token, { folder: 'photos' }, 'same');
    expect(run.inputs).toEqual({ folder: 'photos' });
    expect((await hook(scheduler, token, { folder: 'photos' }, 'same')).id).toBe(run.id);
    await expect(hook(scheduler, token, { folder: 'others' }, 'same')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await hook(scheduler, token, {})).id).not.toBe(run.id);
    await expect(hook(scheduler, token, { fodler: 'x' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(hook(scheduler, token, [1])).rejects.toThrow(/must be a JSON object/);
    await expect(hook(scheduler, 'x'.repeat(32), {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await harness.views.pause('echo/1');
    await expect(hook(harness.scheduler(), token, {})).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('is taken as often in a minute as the limit says', async () => {
    await harness.open();
    harness.triggers('  - webhook: orders');
    const scheduler = harness.scheduler(undefined, { hooksPerMinute: 2 });
    await scheduler.poll();
    const token = await tokenOf();
    for (const once of ['first', 'second']) await hook(scheduler, token, {}, once);
    await expect(hook(scheduler, token, {}, 'third')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 30 });
    expect(await harness.states()).toHaveLength(2);
    harness.now += MINUTE;
    expect((await hook(scheduler, token, {}, 'third')).pipeline).toBe('echo');
  });

  test('reads its own pipeline alone, and none once that has lost the trigger', async () => {
    await harness.open();
    harness.triggers('  - webhook: orders');
    const scheduler = harness.scheduler();
    await scheduler.poll();
    const token = await tokenOf();
    const all = jest.spyOn(harness.pipelines.registry, 'scheduled');
    await hook(scheduler, token, {}, 'one');
    harness.unserve();
    await expect(hook(scheduler, token, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(all).not.toHaveBeenCalled();
    harness.triggers('  - webhook: orders\n    inputs: { folder: photos }');
    expect(await hook(scheduler, token, {}, 'two')).toMatchObject({ inputs: { folder: 'photos' } });
  });

  test('is refused while a thousand calls of its project wait', async () => {
    await harness.open();
    harness.triggers('  - webhook: orders\n    overlap: queue\n  - webhook: orders');
    const scheduler = harness.scheduler();
    await scheduler.poll();
    const token = await tokenOf();
    await harness.store.transaction(async ({ manager }) => {
      const tick = { schedule_id: 'echo/2', at: harness.now, fire_at: harness.now, state: 'due' } as const;
      for (let n = 0; n < 1_000; n++) await addTick(manager, { ...tick, ref: `${n}` });
    });
    await expect(hook(scheduler, token, {}, 'one too many')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await harness.store.transaction(({ manager }) => manager.delete('ticks', { ref: '7' }));
    expect((await hook(scheduler, token, {}, 'now')).pipeline).toBe('echo');
  });

  test('shows its address once; the database keeps a hash, and a new address ends the old one', async () => {
    await harness.open();
    harness.triggers('  - webhook: orders\n  - every: 1h');
    await harness.scheduler().poll();
    expect(await harness.schedule()).toMatchObject({ has_address: false });
    const first = await tokenOf();
    expect(await harness.schedule()).toMatchObject({ has_address: true });
    expect(JSON.stringify(await harness.store.reader.query('SELECT * FROM schedules'))).not.toContain(first);
    harness.triggers('  - webhook: orders\n    inputs: { folder: photos }');
    expect(await hook(harness.scheduler(), first, {})).toMatchObject({ inputs: { folder: 'photos' } });
    const second = await tokenOf();
    await expect(hook(harness.scheduler(), first, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await hook(harness.scheduler(), second, {})).toMatchObject({ pipeline: 'echo' });
    await expect(harness.views.makeAddress('echo/7')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('gives the whole body to the input that it names', async () => {
    await harness.open();
    harness.triggers('  - webhook: orders\n    input: order', source);
    await harness.scheduler().poll();
    const token = await tokenOf();
    const run = await hook(harness.scheduler(), token, { id: 7, lines: [1, 2] });
    expect(run.inputs['order']).toEqual({ id: 7, lines: [1, 2] });
    await expect(hook(harness.scheduler(), token, [7])).rejects.toMatchObject({
      message: "Invalid parameter 'inputs.order': must be of the type object.",
      details: { field: 'order' },
    });
  });
});
