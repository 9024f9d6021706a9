import { ScheduleHarness } from '../../../../test/harness/schedule-harness';
import { ScheduleEntity } from './storage/schedule.entity';
import { addTick, dueTicks } from './storage/tick.repository';

const harness = new ScheduleHarness();

test('ticks that wait behind a run, and those of a paused schedule, keep nobody else from firing', async () => {
  await harness.open();
  const { store } = harness;
  const due = (schedule_id: string, ref: string, ago: number) => {
    const at = harness.now - ago;
    return store.transaction((tx) => addTick(tx.manager, { schedule_id, ref, at, fire_at: at, state: 'due' }));
  };
  const fresh = { kind: 'webhook', definition: '', anchor: 0, cursor: 0, resumed_at: 0 };
  for (const [id, project_id, paused_at] of [
    ['a/waits', 'prj_a', null],
    ['a/other', 'prj_a', null],
    ['a/paused', 'prj_a', 1],
    ['b/late', 'prj_b', null],
  ] as const)
    await store.transaction(({ manager }) =>
      manager.insert(ScheduleEntity, { id, project_id, pipeline: id, paused_at, ...fresh }),
    );
  for (let n = 0; n < 12; n++) await due('a/waits', `${n}`, 5_000 - n);
  for (let n = 0; n < 12; n++) await due('a/paused', `${n}`, 9_000);
  await due('a/other', '0', 2_000);
  await due('b/late', '0', 1_000);
  const found = await dueTicks(store.reader, harness.now, 3);
  expect(found.map(({ schedule_id, ref }) => [schedule_id, ref])).toEqual([
    ['a/waits', '0'],
    ['a/other', '0'],
    ['b/late', '0'],
  ]);
});

test('triggers that pipelines have lost are kept up to a number, the last to go', async () => {
  await harness.open();
  const scheduler = harness.scheduler();
  const serve = (count: number) => harness.triggers(Array<string>(count).fill('  - every: 1h').join('\n'));
  serve(210);
  await scheduler.poll();
  for (const count of [205, 200]) {
    serve(count);
    harness.now += 1;
    await scheduler.poll();
  }
  expect(await harness.store.reader.count(ScheduleEntity)).toBe(210);
  harness.now += 1;
  serve(1);
  await scheduler.poll();
  const left = (await harness.store.reader.find(ScheduleEntity)).map(({ id }) => id);
  expect(left).toHaveLength(201);
  for (const lost of ['echo/210', 'echo/206']) expect(left).not.toContain(lost);
  expect(left).toContain('echo/200');
});
