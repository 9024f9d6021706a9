import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Column, Entity, In, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import { wholeNumber, jsonText } from './columns';
import { findRows, updateRows } from './rows';
import { insertEach, updateEach } from './row-batches';
import { openStore } from './open';
import type { Store } from './store';

@Entity('shelves')
class Shelf {
  @PrimaryColumn('text') id: string;
  @Column('integer') books: number;
  @Column('boolean') open: boolean;
  @Column({ ...jsonText, nullable: true }) labels: string[] | null;
  @Column(wholeNumber) since: number;
  @Column('text', { nullable: true }) note: string | null;
}

class Shelves1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE shelves (id text PRIMARY KEY, books integer, open boolean, labels text, since bigint, note text)',
    );
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shelves');
  }
}

const A: Shelf = { id: 'a', books: 3, open: true, labels: ['x', "y'?"], since: 1_790_000_000_000, note: null };
const B: Shelf = { id: 'b', books: 3, open: false, labels: null, since: 0, note: 'full' };

const contract = (database: () => Promise<{ file: string; url?: string }>): void => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ ...(await database()), entities: [Shelf], migrations: [Shelves1700000000002] });
    await store.transaction(({ manager }) => manager.insert(Shelf, [A, B]));
  });
  afterAll(() => store.close());
  const find = (where: Parameters<typeof findRows<Shelf>>[2]) => findRows(store.reader, Shelf, where);

  test('rows are found by what their columns equal, as TypeORM finds them', async () => {
    expect(await find({ id: 'a' })).toEqual([A]);
    expect(await find({ id: 'a' })).toEqual(await store.reader.findBy(Shelf, { id: 'a' }));
    expect(await find({ books: 3, note: null })).toEqual([A]);
    expect(await find({ open: false })).toEqual([B]);
    expect(await find({ labels: A.labels, since: A.since })).toEqual([A]);
    expect(await find({ id: 'c' })).toEqual([]);
    expect(await find({ id: In(['a', 'b', 'c']), open: true })).toEqual([A]);
    expect(await find({ id: In([]) })).toEqual([]);
  });

  test('rows are changed where they equal, and what is undefined stays', async () => {
    const change = (where: Partial<Shelf>, changes: Partial<Shelf>) =>
      store.transaction(({ manager }) => updateRows(manager, Shelf, where, changes));
    expect(await change({ id: 'b', note: 'full' }, { labels: ['new'], note: null, since: 5, open: true, books: undefined })).toBe(
      1,
    );
    expect(await find({ id: 'b' })).toEqual([{ ...B, labels: ['new'], note: null, since: 5, open: true }]);
    expect(await change({ id: 'b', note: 'full' }, { books: 9 })).toBe(0);
    expect(await change({ books: 3 }, { books: 4 })).toBe(2);
  });

  test('many rows are changed at once, each to its own values', async () => {
    const added = ['c', 'd', 'e\u{1F600}'].map((id, n) => ({ ...B, id, books: n, labels: [`"${n}\\`] }));
    await store.transaction(({ manager }) => insertEach(manager, Shelf, added));
    const changes = [
      { id: 'e\u{1F600}', books: 7, note: null },
      { id: 'c', books: 8, note: 'a, "b" {c}\\' },
      { id: 'd', labels: null },
      { id: 'not there', books: 9, note: null },
    ];
    await store.transaction(({ manager }) => updateEach(manager, Shelf, { same: { since: 0 }, by: 'id' }, changes));
    await store.transaction(({ manager }) => updateEach(manager, Shelf, { same: { since: 1 }, by: 'id' }, changes));
    const found = await find({ id: In(added.map(({ id }) => id)) });
    expect(found.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { ...added[0], books: 8, note: 'a, "b" {c}\\' },
      { ...added[1], labels: null },
      { ...added[2], books: 7, note: null },
    ]);
    await store.transaction(({ manager }) => manager.delete(Shelf, { id: In(added.map(({ id }) => id)) }));
  });

  test('rows that are there already can be left as they are; what was added is answered', async () => {
    const rows = [A, { ...A, id: 'z', note: 'a zero\0' }];
    const answered = await store.transaction(({ manager }) =>
      insertEach<Shelf, { id: string }>(manager, Shelf, rows, 'ON CONFLICT DO NOTHING RETURNING id'),
    );
    expect(answered).toEqual([{ id: 'z' }]);
    expect((await find({ id: 'z' }))[0]?.note).toMatch(/^a zero[\0\uFFFD]$/);
    await store.transaction(({ manager }) => manager.delete(Shelf, { id: 'z' }));
    expect(await store.transaction(({ manager }) => insertEach(manager, Shelf, []))).toEqual([]);
    await expect(store.transaction(({ manager }) => insertEach<Shelf>(manager, Shelf, [A, { id: 'y' }]))).rejects.toThrow(
      'Not all new rows of shelves name the same columns.',
    );
  });

  test('a name that is not a column is rejected', async () => {
    await expect(find({ colour: 'red' } as never)).rejects.toThrow("shelves has no column 'colour'.");
  });
};

describe('in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-rows-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  contract(async () => ({ file: join(folder, 'rows.db') }));
});

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  afterAll(() => postgres.stop());
  contract(async () => ({ file: '', url: await postgres.database() }));
});
