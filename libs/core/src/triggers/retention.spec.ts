import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE } from '../../../../test/harness/run-harness';
import { describePostgres, PrivatePostgres } from '../../../../test/harness/postgres';
import { HOUR, MINUTE, ScheduleBench } from '../../../../test/harness/schedule-harness';
import { addTick } from './storage/tick.repository';
import { removeTicks } from './retention';
import { refOfFile } from './sources/folder-watch';

const bench = new ScheduleBench();

/** In steps of one tick, so that each step continues after the last one. */
async function sweep(before: number, keep?: number): Promise<number> {
  let removed = 0;
  for await (const count of removeTicks(bench.store, { before, batch: 1 }, keep)) removed += count;
  return removed;
}

const contract = (): void => {
  test('old ticks are removed, but not the newest of a schedule and not what is due', async () => {
    await bench.open();
    bench.triggers("  - cron: '* * * * *'\n    overlap: allow");
    const scheduler = bench.scheduler();
    await scheduler.poll();
    const began = bench.now;
    for (let minute = 0; minute < 6; minute++) {
      bench.now += MINUTE;
      await scheduler.poll();
    }
    const [first, ...rest] = await bench.states();
    expect(await sweep(began + MINUTE, 2)).toBe(1);
    expect(await bench.states()).toEqual(rest);
    expect(first).toBe('12:01 started');
    await bench.store.transaction((tx) =>
      addTick(tx.manager, { schedule_id: 'echo/1', ref: 'waits', at: began, fire_at: bench.now + HOUR, state: 'due' }),
    );
    expect(await sweep(bench.now + HOUR, 2)).toBe(3);
    expect(await bench.states()).toEqual(['12:00 due', '12:05 started', '12:06 started']);
    expect(await sweep(bench.now + HOUR)).toBe(0);
  });

  test('what keeps a watched file from a second run stays as long as the file', async () => {
    await bench.open();
    mkdirSync(join(bench.folder, 'inbox'));
    bench.triggers('  - watch: inbox', PIPELINE.replace('steps:', '  file: { type: string, default: none }\nsteps:'));
    await bench.scheduler().poll();
    const files = ['stays', 'goes', 'changes', 'new'].map((name) => join(bench.folder, 'inbox', name));
    for (const [index, file] of files.entries()) {
      writeFileSync(file, 'x');
      const at = bench.now + index;
      const ref = refOfFile(file, statSync(file));
      await bench.store.transaction((tx) =>
        addTick(tx.manager, { schedule_id: 'echo/1', ref, at, fire_at: at, state: 'started', inputs: { file } }),
      );
    }
    rmSync(files[1]!);
    writeFileSync(files[2]!, 'other');
    await sweep(bench.now + HOUR, 1);
    const refs = await bench.store.reader.query<{ ref: string }[]>('SELECT ref FROM ticks ORDER BY at');
    expect(refs.map(({ ref }) => ref.split(' ')[0])).toEqual([files[0], files[3]]);
  });
};

describe('in a file', contract);

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  beforeEach(async () => (bench.url = await postgres.database()));
  afterAll(() => postgres.stop());
  contract();
});
