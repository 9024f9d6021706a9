import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE } from '../../../../test/harness/run-harness';
import { describePostgres, PrivatePostgres } from '../../../../test/harness/postgres';
import { HOUR, MINUTE, ScheduleHarness } from '../../../../test/harness/schedule-harness';
import { addTick } from './storage/tick.repository';
import { removeTicks } from './retention';
import { refOfFile } from '../../../plugins/arrivals/watch/folder-watch';

const harness = new ScheduleHarness();

/** In steps of one tick, so that each step continues after the last one. */
async function sweep(before: number, keep?: number): Promise<number> {
  let removed = 0;
  for await (const count of removeTicks(harness.store, { before, batch: 1 }, keep)) removed += count;
  return removed;
}

const contract = (): void => {
  test('old ticks are removed, but not the newest of a schedule and not what is due', async () => {
    await harness.open();
    harness.triggers("  - cron: '* * * * *'\n    overlap: allow");
    const scheduler = harness.scheduler();
    await scheduler.poll();
    const began = harness.now;
    for (let minute = 0; minute < 6; minute++) {
      harness.now += MINUTE;
      await scheduler.poll();
    }
    const [first, ...rest] = await harness.states();
    expect(await sweep(began + MINUTE, 2)).toBe(1);
    expect(await harness.states()).toEqual(rest);
    expect(first).toBe('12:01 started');
    await harness.store.transaction((tx) =>
      addTick(tx.manager, { schedule_id: 'echo/1', ref: 'waits', at: began, fire_at: harness.now + HOUR, state: 'due' }),
    );
    expect(await sweep(harness.now + HOUR, 2)).toBe(3);
    expect(await harness.states()).toEqual(['12:00 due', '12:05 started', '12:06 started']);
    expect(await sweep(harness.now + HOUR)).toBe(0);
  });

  test('what keeps a watched file from a second run stays as long as the file', async () => {
    await harness.open();
    mkdirSync(join(harness.folder, 'inbox'));
    harness.triggers('  - watch: inbox', PIPELINE.replace('steps:', '  file: { type: string, default: none }\nsteps:'));
    await harness.scheduler().poll();
    const files = ['stays', 'goes', 'changes', 'new'].map((name) => join(harness.folder, 'inbox', name));
    for (const [index, file] of files.entries()) {
      writeFileSync(file, 'x');
      const at = harness.now + index;
      const ref = refOfFile(file, statSync(file));
      await harness.store.transaction((tx) =>
        addTick(tx.manager, { schedule_id: 'echo/1', ref, at, fire_at: at, state: 'started', inputs: { file } }),
      );
    }
    rmSync(files[1]!);
    writeFileSync(files[2]!, 'other');
    await sweep(harness.now + HOUR, 1);
    const refs = await harness.store.reader.query<{ ref: string }[]>('SELECT ref FROM ticks ORDER BY at');
    expect(refs.map(({ ref }) => ref.split(' ')[0])).toEqual([files[0], files[3]]);
  });
};

describe('in a file', contract);

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  beforeEach(async () => (harness.url = await postgres.database()));
  afterAll(() => postgres.stop());
  contract();
});
