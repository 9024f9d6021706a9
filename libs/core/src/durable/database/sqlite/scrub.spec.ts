import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../store';
import { openSqlite } from './open-sqlite';

const WORD = 'mockturtle-4711';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-scrub-'));
  store = await openSqlite({ file: join(folder, 'db'), entities: [], migrations: [] });
  await write('CREATE TABLE notes (text text)');
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const write = (text: string): Promise<unknown> => store.transaction(({ manager }) => manager.query(text));
const files = (): string[] =>
  ['db', 'db-wal'].filter((name) => existsSync(join(folder, name)) && readFileSync(join(folder, name)).includes(WORD));

test('after a scrub, what was deleted is in no file, again and again, and what stays is there', async () => {
  for (let round = 0; round < 3; round++) {
    await write(`INSERT INTO notes VALUES ('${WORD}'), ('stays')`);
    expect(files()).not.toEqual([]);
    await write(`DELETE FROM notes WHERE text = '${WORD}'`);
    await store.scrub();
    expect(files()).toEqual([]);
    expect(await store.reader.query('SELECT * FROM notes')).toHaveLength(round + 1);
  }
});

test('several scrubs at once, and one after the end, come to an end', async () => {
  await write(`INSERT INTO notes VALUES ('${WORD}')`);
  await Promise.all([store.scrub(), store.scrub(), store.scrub()]);
  await store.close();
  await store.scrub();
});
