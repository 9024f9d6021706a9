import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { counterTable, increment, readCounter } from '../../harness/children/counter-table';
import { dialectContract } from '../../../libs/core/src/durable/database/contract/dialect.contract';
import { openStore } from '../../../libs/core/src/durable/database/open';
import type { Store } from '../../../libs/core/src/durable/database/store';
import { storeContract } from '../../../libs/core/src/durable/database/contract/store.contract';
import { compiled } from '../../harness/compiled';

const WRITER = compiled('test/harness/children/store-writer');

class OldTable1600000000001 {
  async up() {}
  async down() {}
}

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

storeContract('SQLite', open);
dialectContract('SQLite', open);

describe('the file', () => {
  test('run in the order of asking', async () => {
    const store = await open();
    const order: number[] = [];
    await Promise.all([...Array(10).keys()].map((n) => store.transaction(async () => void order.push(n))));
    expect(order).toEqual([...Array(10).keys()]);
  });

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

  test('one inside another is refused in the end instead of keeping everybody waiting', async () => {
    const store = await openStore({ file, ...counterTable, lockTimeoutMs: 30 });
    opened.push(store);
    await expect(store.transaction(async () => store.transaction(increment))).rejects.toThrow(/pass the open transaction on/);
    await store.transaction(increment);
    expect(await readCounter(store.reader)).toBe(1);
  });

  test('a file that is not a database is rejected by name', async () => {
    writeFileSync(file, 'a shopping list, long enough to fill the header of a database file '.repeat(4));
    await expect(open()).rejects.toThrow(`${file} is not a SQLite database`);
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

  test('one made by a development version before 0.1.0 is refused with what to do', async () => {
    await (await open()).close();
    const { migrations } = counterTable;
    await (await open({ entities: [], migrations: [OldTable1600000000001, ...migrations] })).close();
    await expect(open()).rejects.toThrow(/development version of Percept before 0\.1\.0 .*OldTable1600000000001.*Move it away/);
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
