import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { counterTable, increment, readCounter } from '../../../../test/children/counter-table';
import { openStore, type Store } from '.';

const WRITER = resolve(__dirname, '../../../../dist/test/children/store-writer.js');

let folder: string;
let file: string;
const opened: Store[] = [];

async function open(tables: Pick<Parameters<typeof openStore>[0], 'entities' | 'migrations'> = counterTable): Promise<Store> {
  const store = await openStore({ file, ...tables });
  opened.push(store);
  return store;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-store-'));
  file = join(folder, 'percept.db');
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

describe('transactions', () => {
  test('fifty at once, each reading and writing back, lose nothing', async () => {
    const store = await open();
    await Promise.all(Array.from({ length: 50 }, () => store.transaction(increment)));
    expect(await readCounter(store.reader)).toBe(50);
  });

  test('run in the order of asking', async () => {
    const store = await open();
    const order: number[] = [];
    await Promise.all([...Array(10).keys()].map((n) => store.transaction(async () => void order.push(n))));
    expect(order).toEqual([...Array(10).keys()]);
  });

  test('a throw inside leaves nothing behind, runs no afterCommit, and the next one works', async () => {
    const store = await open();
    const rung = jest.fn();
    const failed = store.transaction(async (tx) => {
      tx.afterCommit(rung);
      await increment(tx);
      throw new Error('no');
    });
    const next = store.transaction(increment);
    await expect(failed).rejects.toThrow('no');
    await next;
    expect(rung).not.toHaveBeenCalled();
    expect(await readCounter(store.reader)).toBe(1);
  });

  test('a statement that fails takes the whole transaction with it', async () => {
    const store = await open();
    const failed = store.transaction(async (tx) => {
      await increment(tx);
      await tx.manager.query('INSERT INTO counter (id, value) VALUES (1, 7)');
    });
    await expect(failed).rejects.toThrow(/UNIQUE/);
    expect(await readCounter(store.reader)).toBe(0);
  });

  test('afterCommit sees what was committed', async () => {
    const store = await open();
    const seen = await new Promise<Promise<number>>((resolved, rejected) => {
      store
        .transaction(async (tx) => {
          tx.afterCommit(() => resolved(readCounter(store.reader)));
          await increment(tx);
        })
        .catch(rejected);
    });
    expect(seen).toBe(1);
  });

  test('what is not committed yet is not read by others', async () => {
    const store = await open();
    const during = await store.transaction(async (tx) => {
      await increment(tx);
      return { inside: await readCounter(tx.manager), outside: await readCounter(store.reader) };
    });
    expect(during).toEqual({ inside: 1, outside: 0 });
  });

  test('the reader refuses to write', async () => {
    const store = await open();
    await expect(store.reader.query('UPDATE counter SET value = 9')).rejects.toThrow(/readonly/);
  });

  test('one inside another is refused instead of waiting for ever', async () => {
    const store = await open();
    await expect(store.transaction(async () => store.transaction(increment))).rejects.toThrow(/hand the open one on/);
    await store.transaction(increment);
    expect(await readCounter(store.reader)).toBe(1);
  });

  test('closing waits for those under way and refuses later ones', async () => {
    const store = await open();
    const last = store.transaction(increment);
    await store.close();
    await last;
    await expect(store.transaction(increment)).rejects.toThrow(/closed/);
  });
});

describe('the file', () => {
  test('opened again, it has what was written', async () => {
    const first = await open();
    await first.transaction(increment);
    await first.close();
    expect(await readCounter((await open()).reader)).toBe(1);
  });

  test('two processes that open it together and write lose nothing', async () => {
    const run = promisify(execFile);
    await Promise.all([1, 2].map(() => run(process.execPath, [WRITER, file, '100'])));
    const store = await open();
    await Promise.all([
      run(process.execPath, [WRITER, file, '50']),
      ...Array(50)
        .fill(0)
        .map(() => store.transaction(increment)),
    ]);
    expect(await readCounter(store.reader)).toBe(300);
  });

  test('a lock of another process is waited for without blocking, then reported', async () => {
    const holder = await open();
    const waiter = await openStore({ file, ...counterTable, lockTimeoutMs: 30 });
    opened.push(waiter);
    const refused = await holder.transaction(async () => waiter.transaction(increment).catch((error: Error) => error.message));
    expect(refused).toMatch(/locked/);
    await waiter.transaction(increment);
    expect(await readCounter(holder.reader)).toBe(1);
  });

  test('one that is no database is refused with its name', async () => {
    writeFileSync(file, 'a shopping list, long enough to fill the header of a database file '.repeat(4));
    await expect(open()).rejects.toThrow(`${file} is no SQLite database`);
  });

  test('one that cannot be written is refused with its name', async () => {
    mkdirSync(file);
    await expect(open()).rejects.toThrow(`${file} cannot be written`);
    writeFileSync(join(folder, 'a-file'), '');
    file = join(folder, 'a-file', 'percept.db');
    await expect(open()).rejects.toThrow(`${file} cannot be written`);
  });

  test('one made by a newer Percept is refused', async () => {
    await (await open()).close();
    await expect(open({ entities: [], migrations: [] })).rejects.toThrow(/newer Percept.*CounterTable1700000000001/);
  });

  test('a step that fails leaves the database as it was', async () => {
    class Broken1700000000002 {
      async up(runner: { query(text: string): Promise<unknown> }) {
        await runner.query('CREATE TABLE half (id integer)');
        await runner.query('no SQL');
      }
      async down() {}
    }
    await expect(open({ entities: [], migrations: [...counterTable.migrations, Broken1700000000002] })).rejects.toThrow(/syntax/);
    const store = await open();
    expect(await store.reader.query("SELECT name FROM sqlite_master WHERE name = 'half'")).toEqual([]);
  });
});
