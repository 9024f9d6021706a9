import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import { remains, waitFor } from '../../../../../test/harness/wait-for';
import { eventRetention, eventSizeRetention } from '../events/retention';
import { eventTables } from '../events/events';
import { openStore } from '../database/open';
import type { Store, Transaction } from '../database/store';
import { Retention, type RetentionRule } from './retention';

let folder: string;
let url: string | undefined;
let store: Store;
const log = { info: jest.fn(), error: jest.fn() };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-retention-'));
  store = await openStore({ file: join(folder, 'percept.db'), url, ...eventTables });
  jest.clearAllMocks();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const insert = (count: number, created_at: number): Promise<void> =>
  store.transaction(async ({ manager }) => {
    for (let index = 0; index < count; index++) {
      const id = `evt_${created_at}_${String(index).padStart(6, '0')}`;
      await manager.insert('events', { id, project_id: 'prj_1', type: 'batch.completed', created_at, data: '{}' });
    }
  });

const HOUR = 3_600_000;
const large = (project_id: string, name: string, created_at: number): Promise<void> =>
  store.transaction(async ({ manager }) => {
    const id = `evt_${String(created_at).padStart(9, '0')}_${name}`;
    await manager.insert('events', { id, project_id, type: 'batch.completed', created_at, data: 'x'.repeat(1_000) });
  });

const left = async (): Promise<number> => store.reader.count('events');

const contract = (): void => {
  test('a sweep removes what is old in transactions of at most a batch, and leaves the rest', async () => {
    await insert(25, 1_000);
    await insert(3, 9_000);
    const transactions = jest.spyOn(store, 'transaction');
    const steps: number[] = [];
    const onRemoved = (_kind: string, count: number): void => void steps.push(count);
    const rules = [eventRetention(store, 5_000)];
    const retention = new Retention({ rules, log, onRemoved, clock: { now: () => 10_000 }, batch: 10 });
    expect(await retention.sweep()).toEqual({ events: 25 });
    expect(steps).toEqual([10, 10, 5]);
    expect(transactions).toHaveBeenCalledTimes(3);
    expect(await left()).toBe(3);
    expect(log.info).toHaveBeenCalledWith({ removed: { events: 25 } }, 'Old data was removed.');
  });

  test('another writer comes between two steps', async () => {
    await insert(30, 1_000);
    const after: number[] = [];
    let between: Promise<void> | undefined;
    const onRemoved = (): void => {
      between ??= store.transaction(({ manager }) => manager.count('events').then((count) => void after.push(count)));
    };
    const retention = new Retention({ rules: [eventRetention(store, 0)], log, onRemoved, batch: 10 });
    await retention.sweep();
    await between;
    expect(after).toEqual([20]);
    expect(await left()).toBe(0);
  });

  test('a project with too much loses its oldest, other projects and the last hour lose nothing', async () => {
    for (let hour = 1; hour <= 9; hour++) await large('prj_much', 'a', hour * HOUR);
    for (const name of ['b', 'c', 'd', 'e']) await large('prj_much', name, 9.5 * HOUR);
    for (let hour = 1; hour <= 3; hour++) await large('prj_few', 'z', hour * HOUR + 1);
    const sweep = (maxBytes: number) => {
      const rules = [eventSizeRetention(store, maxBytes)];
      return new Retention({ rules, log, clock: { now: () => 10 * HOUR }, batch: 2 }).sweep();
    };
    expect(await sweep(20_000)).toEqual({});
    // Six of 1,300 bytes.
    expect(await sweep(8_000)).toEqual({ events: 7 });
    const kept = await store.reader.find('events', { where: { project_id: 'prj_much' } });
    const young = 'bcde'.split('').map((name) => `evt_034200000_${name}`);
    expect(kept.map(({ id }: any) => id).sort()).toEqual(['evt_028800000_a', 'evt_032400000_a', ...young]);
    expect(await sweep(1)).toEqual({ events: 4 });
    expect(await left()).toBe(5);
  });

  test('a row that is opened again between reading and removing stays', async () => {
    await insert(2, 1_000);
    const { transaction } = store;
    jest.spyOn(store, 'transaction').mockImplementationOnce(async (work: (tx: Transaction) => Promise<unknown>) => {
      await transaction.call(store, ({ manager }) => manager.update('events', 'evt_1000_000000', { created_at: 99_000 }));
      return transaction.call(store, work);
    });
    const retention = new Retention({ rules: [eventRetention(store, 0)], log, clock: { now: () => 50_000 } });
    expect(await retention.sweep()).toEqual({ events: 1 });
    expect(await left()).toBe(1);
  });
};

describe('in a file', contract);

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  beforeAll(async () => (url = await postgres.database()));
  beforeEach(() => store.transaction(({ manager }) => manager.query('DELETE FROM events')));
  afterAll(async () => {
    url = undefined;
    await postgres.stop();
  });
  contract();
});

/** A rule that removes one thing in each step, until it is told to end. */
function endless(): { rule: RetentionRule; steps: () => number } {
  let steps = 0;
  async function* remove() {
    for (;;) {
      steps++;
      yield 1;
    }
  }
  return { rule: { kind: 'endless', keepMs: 0, remove }, steps: () => steps };
}

test('the first sweep comes with the start, the next one after its time', async () => {
  let sweeps = 0;
  const remove = async function* () {
    sweeps++;
    yield 0;
  };
  const retention = new Retention({ rules: [{ kind: 'none', keepMs: 0, remove }], log, everyMs: 1 });
  retention.start();
  await waitFor(() => sweeps > 2);
  await retention.close();
  expect(log.info).not.toHaveBeenCalled();
});

test('a sweep ends when its process does', async () => {
  const { rule, steps } = endless();
  const retention = new Retention({ rules: [rule], log });
  retention.start();
  await waitFor(() => steps() > 1);
  await retention.close();
  const ended = steps();
  await remains(() => steps() === ended, { ms: 50 });
});

test('a rule that fails is logged, and the others are applied', async () => {
  await insert(1, 1_000);
  const broken: RetentionRule = {
    kind: 'broken',
    keepMs: 0,
    // oxlint-disable-next-line require-yield
    async *remove() {
      throw new Error('no such table');
    },
  };
  const retention = new Retention({ rules: [broken, eventRetention(store, 0)], log });
  expect(await retention.sweep()).toEqual({ events: 1 });
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ kind: 'broken' }), expect.any(String));
});
