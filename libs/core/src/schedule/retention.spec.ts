import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE } from '../../../../test/run-bench';
import { describePostgres, PrivatePostgres } from '../../../../test/postgres';
import { HOUR, MINUTE, ScheduleBench } from '../../../../test/schedule-bench';
import { addTick } from './ledger';
import { forgetTicks } from './retention';
import { refOf } from './folder-watch';

const bench = new ScheduleBench();

const contract = (): void => {
  test('old ticks are removed, but not the newest of a schedule and not what is due', async () => {
    await bench.open();
    bench.triggers("  - cron: '* * * * *'\n    overlap: allow");
    const scheduler = bench.scheduler();
    await scheduler.look();
    const began = bench.now;
    for (let minute = 0; minute < 6; minute++) {
      bench.now += MINUTE;
      await scheduler.look();
    }
    const [first, ...rest] = await bench.states();
    await forgetTicks(bench.store, began + MINUTE, 2);
    expect(await bench.states()).toEqual(rest);
    expect(first).toBe('12:01 started');
    await bench.store.transaction((tx) =>
      addTick(tx, { schedule_id: 'echo/1', ref: 'waits', at: began, fire_at: bench.now + HOUR, state: 'due' }),
    );
    await forgetTicks(bench.store, bench.now + HOUR, 2);
    expect(await bench.states()).toEqual(['12:00 due', '12:05 started', '12:06 started']);
    await scheduler.forgetOld();
    bench.now += 31 * 24 * HOUR;
    await scheduler.forgetOld();
    expect(await bench.ticks()).toHaveLength(3);
  });

  test('what keeps a watched file from a second run stays as long as the file', async () => {
    await bench.open();
    mkdirSync(join(bench.folder, 'inbox'));
    bench.triggers('  - watch: inbox', PIPELINE.replace('steps:', '  file: { type: string, default: none }\nsteps:'));
    await bench.scheduler().look();
    const files = ['stays', 'goes', 'changes', 'new'].map((name) => join(bench.folder, 'inbox', name));
    for (const [index, file] of files.entries()) {
      writeFileSync(file, 'x');
      const at = bench.now + index;
      const ref = refOf(file, statSync(file));
      await bench.store.transaction((tx) =>
        addTick(tx, { schedule_id: 'echo/1', ref, at, fire_at: at, state: 'started', inputs: { file } }),
      );
    }
    rmSync(files[1]!);
    writeFileSync(files[2]!, 'other');
    await forgetTicks(bench.store, bench.now + HOUR, 1);
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
