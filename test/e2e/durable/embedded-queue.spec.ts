import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { sql } from '../../../libs/core/src/durable/database/sql';
import { Queue } from '../../../libs/core/src/durable/queue/job-queue';
import { crashDelay, dueOfGroup, nextDue, waitingGroups } from '../../../libs/core/src/durable/queue/statements';
import { queueContract } from '../../../libs/core/src/durable/queue/contract/queue.contract';
import { rowsUnderTest as setUp } from '../../harness/queue-under-test';
import { refs } from '../../../libs/core/src/durable/queue/contract/queue-harness.contract';
import { waitFor } from '../../harness/wait-for';

queueContract('embedded', () => setUp());

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
  });
  afterAll(() => postgres.stop());

  queueContract('embedded', async () => setUp({ url: await postgres.database() }));

  // Until PostgreSQL has analysed the table, its statistics know no jobs.
  test('the first jobs of a queue that has just filled up are claimed without reading all of them', async () => {
    const under = await setUp({ url: await postgres.database() });
    await under.store.transaction(async ({ manager }) => {
      await sql(manager, 'ANALYZE jobs');
      await sql(
        manager,
        `INSERT INTO jobs (id, queue, ref, group_key, rank, state, run_at, attempts, crashes, scheduled_at)
         SELECT 'job-' || n, 'runs', 'job-' || n, '', 0, 'waiting', 0, 0, 0, 0 FROM generate_series(1, 20000) n`,
      );
      const statements = jest.spyOn(PostgresQueryRunner.prototype, 'query');
      const due = { queue: 'runs', owner: undefined, now: Date.now(), limit: 10 } as const;
      expect(await nextDue(manager, due)).toMatchObject({ start: 0 });
      expect(await waitingGroups(manager, 'runs')).toEqual(['']);
      expect(await dueOfGroup(manager, { group: '', fullKeys: [] }, due)).toHaveLength(10);
      const asked = statements.mock.calls.map(([text, values]) => [`EXPLAIN ANALYZE ${text}`, values] as const);
      statements.mockRestore();
      const plans: { 'QUERY PLAN': string }[] = [];
      for (const each of asked) plans.push(...(await manager.query<typeof plans>(...each)));
      const read = plans.flatMap((line) =>
        [...line['QUERY PLAN'].matchAll(/actual time=\S+ rows=(\d+)/g)].map(([, rows]) => Number(rows)),
      );
      expect(read).not.toEqual([]);
      expect(Math.max(...read)).toBeLessThan(1_000);
    });
    await under.close();
  });
});

test('in SQLite the end of a job and the claim of the next share a commit', async () => {
  const under = await setUp();
  const queue = new Queue({ store: under.store });
  await under.store.transaction(async (tx) => {
    for (const ref of refs(20)) await queue.add(tx, 'runs', ref, { group: 'one' });
  });
  const statements = jest.spyOn(BetterSqlite3QueryRunner.prototype, 'query');
  // However slow the machine is, no commit is made because it is time.
  const time = jest.spyOn(performance, 'now').mockReturnValue(0);
  queue.work({ queue: 'runs', concurrency: 2, groupConcurrency: 1 }, async (job, context) => {
    await under.store.transaction(async (tx) => {
      await context.finish(tx);
      for (const ref of refs(20)) await sql(tx.manager, 'INSERT INTO done (ref, pid) VALUES (?, 0)', [`${job.ref} ${ref}`]);
    });
  });
  await waitFor(async () => (await under.openJobs()) === 0);
  const commits = statements.mock.calls.filter(([text]) => text === 'COMMIT').length;
  for (const spy of [statements, time]) spy.mockRestore();
  expect(commits).toBeLessThan(25);
  await queue.close();
  await under.close();
});

describe('crashes', () => {
  test('are followed by a wait that grows', () => {
    expect([0, 1, 2].map((crashes) => crashDelay(1_000, crashes))).toEqual([1_000, 4_000, 16_000]);
    expect(crashDelay(1_000, 1_000)).toBe(crashDelay(1_000, 3));
  });

  test('are told to the log with the reason, and a parked job is kept', async () => {
    const under = await setUp();
    const told: [string, unknown, string][] = [];
    const log = {
      warn: (fields: object, message: string) => void told.push(['warn', fields, message]),
      error: (fields: object, message: string) => void told.push(['error', fields, message]),
    };
    const queue = new Queue({ store: under.store, log, pollIntervalMs: 10, crashDelayMs: 1, crashLimit: 2 });
    await under.store.transaction((tx) => queue.add(tx, 'runs', 'poison'));
    queue.work({ queue: 'runs', concurrency: 1 }, async () => {
      throw new Error('a bad tooth');
    });
    await waitFor(async () => (await under.parked()).length > 0);
    await queue.close();
    expect(told.map(([level, , message]) => [level, message])).toEqual([
      ['warn', 'A job crashed and will be tried again.'],
      ['error', 'A job crashed too often and is parked.'],
    ]);
    expect(told[1]![1]).toMatchObject({ queue: 'runs', ref: 'poison', reason: expect.stringContaining('a bad tooth') });
    await under.close();
  });
});

describe('a clock that is set', () => {
  const DAY = 86_400_000;

  test.each([-DAY, DAY])('by %i ms while the queue works or nobody does keeps no job waiting', async (jump) => {
    const under = await setUp();
    let off = 0;
    const clock = { now: () => Date.now() + off };
    const open = () => new Queue({ store: under.store, clock, pollIntervalMs: 10, crashDelayMs: 20 });
    const add = (queue: Queue, ref: string, runAt?: number) =>
      under.store.transaction((tx) => queue.add(tx, 'runs', ref, { runAt }));
    const done: string[] = [];
    const work = (queue: Queue) =>
      queue.work({ queue: 'runs', concurrency: 1 }, async ({ ref, attempts }, context) => {
        if (ref === 'crashes' && attempts === 1) throw new Error('once');
        if (await under.store.transaction((tx) => context.finish(tx))) done.push(ref);
      });
    const idle = open();
    await add(idle, 'before');
    await add(idle, 'delayed', clock.now() + 50);
    await idle.close();
    off += jump;
    const queue = open();
    work(queue);
    await waitFor(() => done.length === 2);
    await add(queue, 'crashes');
    await add(queue, 'delayed again', clock.now() + 50);
    off += jump;
    await waitFor(() => done.length === 4);
    expect(done.sort()).toEqual(['before', 'crashes', 'delayed', 'delayed again']);
    await queue.close();
    await under.close();
  });

  test('back keeps nobody from taking the job of one that does not answer any more', async () => {
    const under = await setUp();
    const clock = { now: () => Date.now() };
    const held = new Queue({ store: under.store, clock, pollIntervalMs: 10, renewMs: 1_000_000 });
    await under.store.transaction((tx) => held.add(tx, 'runs', 'held'));
    let claimed = 0;
    held.work({ queue: 'runs', concurrency: 1 }, (_job, { signal }) => {
      claimed++;
      return new Promise((end) => signal.addEventListener('abort', () => end()));
    });
    await waitFor(() => claimed === 1);
    const other = new Queue({
      store: under.store,
      clock: { now: () => clock.now() - DAY },
      pollIntervalMs: 10,
      leaseMs: 50,
    });
    let taken = false;
    other.work({ queue: 'runs', concurrency: 1 }, async (_job, context) => {
      taken = await under.store.transaction((tx) => context.finish(tx));
    });
    await waitFor(() => taken);
    await held.close();
    await other.close();
    await under.close();
  });
});
