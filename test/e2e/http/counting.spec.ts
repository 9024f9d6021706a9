import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventTables, Events } from '../../../libs/core/src/durable/events/events';
import { openStore } from '../../../libs/core/src/durable/database/open';
import { queueTables } from '../../../libs/core/src/durable/queue/tables';
import type { Store } from '../../../libs/core/src/durable/database/store';
import { QuotaCounter } from '../../../apps/api/src/metering/quota/quota-counter';
import { quotaTables } from '../../../apps/api/src/tables';
import { removeDir, tempDir } from '../../harness/percept';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { compiled } from '../../harness/compiled';

const WORKER = compiled('test/harness/children/counting-worker');
const TABLES = [queueTables, eventTables, quotaTables];
const LIMIT = 300;
const PROCESSES = 4;

let dir: string;
beforeEach(() => (dir = tempDir()));
afterEach(() => removeDir(dir));

const open = (file: string, url?: string): Promise<Store> =>
  openStore({
    file,
    url,
    entities: TABLES.flatMap((each) => each.entities),
    migrations: TABLES.flatMap((each) => each.migrations),
  });

/** 32 requests in flight over four processes; each sends a third more than its share of the limit, and gives some back. */
async function race(file: string, url = ''): Promise<{ kept: number; refused: number }> {
  const args = [WORKER, file, url, String(LIMIT / 2), String(LIMIT)];
  const runs = Array.from({ length: PROCESSES }, () => promisify(execFile)(process.execPath, args));
  const counts = (await Promise.all(runs)).map(({ stdout }) => JSON.parse(stdout) as { kept: number; refused: number });
  return { kept: sum(counts.map(({ kept }) => kept)), refused: sum(counts.map(({ refused }) => refused)) };
}

const sum = (values: number[]): number => values.reduce((total, each) => total + each, 0);

async function checkRace(file: string, url?: string): Promise<void> {
  const first = await open(file, url);
  const { kept, refused } = await race(file, url);
  const counting = new QuotaCounter(first, new Events(first));
  expect(kept).toBeLessThanOrEqual(LIMIT);
  expect(refused).toBeGreaterThan(0);
  expect((await counting.used(['key_shared'])).get('key_shared')).toBe(kept);
  // What some gave back after others were refused is there again, to the last request.
  const wanted = { keyId: 'key_shared', projectId: 'prj_default', limit: LIMIT, counted: true };
  const rest = await Promise.all(Array.from({ length: 32 + LIMIT - kept }, () => counting.reserve(wanted)));
  expect(rest.filter((each) => !each.refused)).toHaveLength(LIMIT - kept);
  const told = await new Events(first).list({ types: ['quota.threshold_reached'] });
  expect(told.map(({ data }) => [data['threshold'], data['limit']])).toEqual([
    [80, LIMIT],
    [100, LIMIT],
  ]);
  await first.close();
}

test('32 requests at once over 4 processes cross the limit by none and are counted to the last, on SQLite', async () => {
  await checkRace(join(dir, 'percept.sqlite'));
});

describePostgres('on PostgreSQL', () => {
  test('32 requests at once over 4 processes cross the limit by none and are counted to the last', async () => {
    const postgres = await PrivatePostgres.start();
    await checkRace(join(dir, 'unused'), await postgres.database());
    await postgres.stop();
  });
});

describe('in one process', () => {
  let store: Store;
  let now: number;
  let counting: QuotaCounter;
  const wanted = { keyId: 'key_1', projectId: 'prj_default', limit: 10, rate: 5, counted: true };
  const take = (more: Partial<typeof wanted> = {}) => counting.reserve({ ...wanted, ...more });
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 31, 23, 50);
    store = await open(join(dir, 'percept.sqlite'));
    counting = new QuotaCounter(store, new Events(store), { now: () => now });
  });
  afterEach(() => store.close());

  test('the minute refuses before the month, and is there again in the next', async () => {
    const taken = await Promise.all(Array.from({ length: 7 }, () => take()));
    expect(taken.map(({ refused }) => refused)).toEqual([...Array(5).fill(undefined), 'minute', 'minute']);
    now += 60_000;
    expect(await take()).toEqual({ at: now, used: 6, minuteUsed: 1 });
  });

  test('the month ends in UTC, and what was taken before goes back to it', async () => {
    const old = await take();
    now = Date.UTC(2026, 1, 1);
    expect(await take()).toMatchObject({ used: 1 });
    await counting.refund(wanted, old);
    expect(await take()).toMatchObject({ used: 2 });
  });

  test('what counts for the minute only leaves the month alone, and a step of a run the minute', async () => {
    expect(await take({ counted: false })).toMatchObject({ used: 0, minuteUsed: 1 });
    expect(await take({ rate: undefined })).toMatchObject({ used: 1, minuteUsed: 1 });
  });

  test('keys have nothing to do with each other', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, (_, index) => take({ keyId: `key_${index}` })));
    expect(new Set(many.map(({ used }) => used))).toEqual(new Set([1]));
  });

  test('thresholds are reported once a month, even if requests are refunded and repeated', async () => {
    const told = async () => (await new Events(store).list()).map(({ data }) => data['threshold']);
    const more = { rate: undefined };
    for (let index = 0; index < 8; index++) await take(more);
    expect(await told()).toEqual([80]);
    const last = await take(more);
    await counting.refund(wanted, last);
    await counting.refund(wanted, last);
    for (let index = 0; index < 5; index++) await take(more);
    expect(await told()).toEqual([80, 100]);
    now = Date.UTC(2026, 1, 1);
    await take({ limit: 1, ...more });
    expect(await told()).toEqual([80, 100, 80, 100]);
  });
});
