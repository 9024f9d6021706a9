import { openDatabase, Config, type Store } from '@percept/core';
import { sqliteDriver } from '../../../libs/core/src/durable/database/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { tables } from '../../../apps/api/src/tables';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';

/** What TypeORM, SQLite and the PostgreSQL store make for themselves. */
const OTHERS = /^(migrations|typeorm_metadata|commit_markers|sqlite_.*)$/;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-schema-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Opens the database as the service does and compares it with the entities.
 * @returns what would have to change, and the tables that no entity describes.
 */
async function differences(config: Partial<Config>, source: DataSourceOptions): Promise<string[]> {
  const store: Store = await openDatabase(Object.assign(Config.load({ PERCEPT_DATA_DIR: folder }), config), tables);
  const { entities } = store.reader.connection.options;
  const compared = await new DataSource({ ...source, entities }).initialize();
  if (source.type === 'postgres') {
    // The store makes texts compare by their bytes; entities do not say so.
    for (const { columns } of compared.entityMetadatas) {
      for (const column of columns) if (column.type === 'text') column.collation = 'C';
    }
  }
  const changes = await compared.driver.createSchemaBuilder().log();
  const described = compared.entityMetadatas.map(({ tableName }) => tableName);
  const list = source.type === 'postgres' ? "pg_tables WHERE schemaname = 'public'" : "sqlite_master WHERE type = 'table'";
  const name = source.type === 'postgres' ? 'tablename' : 'name';
  const made = await compared.query<{ name: string }[]>(`SELECT ${name} AS name FROM ${list}`);
  await compared.destroy();
  await store.close();
  const undescribed = made.map((table) => table.name).filter((table) => !described.includes(table) && !OTHERS.test(table));
  return [...changes.upQueries.map(({ query }) => query), ...undescribed];
}

test('on SQLite the baselines make exactly the tables that the entities describe', async () => {
  const file = { type: 'better-sqlite3', driver: sqliteDriver(), database: join(folder, 'percept.sqlite') } as const;
  expect(await differences({}, file)).toEqual([]);
});

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;

  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
  });
  afterAll(() => postgres.stop());

  test('the baselines make exactly the tables that the entities describe', async () => {
    const url = await postgres.database();
    expect(await differences({ PERCEPT_DATABASE_URL: url }, { type: 'postgres', url, installExtensions: false })).toEqual([]);
  });
});
