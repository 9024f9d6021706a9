import { describePostgres, PrivatePostgres } from '../../../../test/postgres';
import { EmbeddedQueue } from '.';
import { crashDelay } from './statements';
import { queueContract } from './queue.contract';
import { rowsUnderTest as setUp } from './queue-rows.contract';

queueContract('embedded', () => setUp());

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
  });
  afterAll(() => postgres.stop());

  queueContract('embedded', async () => setUp({ url: await postgres.database() }));
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
    const queue = new EmbeddedQueue({ store: under.store, log, sweepMs: 10, crashDelayMs: 1, crashLimit: 2 });
    await under.store.transaction((tx) => queue.add(tx, 'pictures', 'poison'));
    queue.work({ lane: 'pictures', concurrency: 1 }, async () => {
      throw new Error('a bad tooth');
    });
    while ((await under.parked()).length === 0) await new Promise((next) => setTimeout(next, 5));
    await queue.close();
    expect(told.map(([level, , message]) => [level, message])).toEqual([
      ['warn', 'A job crashed and will be tried again.'],
      ['error', 'A job crashed too often and is parked.'],
    ]);
    expect(told[1]![1]).toMatchObject({ lane: 'pictures', ref: 'poison', reason: expect.stringContaining('a bad tooth') });
    await under.close();
  });
});
