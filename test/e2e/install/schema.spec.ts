import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { eventTables, openStore, pipelineTables, queueTables, scheduleTables, sqliteDriver } from '@percept/core';
import { webhookTables } from '@percept/webhooks';

// Every part that keeps something in the database adds its tables here.
const ALL = [queueTables, eventTables, pipelineTables, scheduleTables, webhookTables];

test('the migrations make exactly the tables that the entities describe', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-schema-'));
  const file = join(folder, 'percept.db');
  const entities = ALL.flatMap((tables) => tables.entities);
  const store = await openStore({ file, entities, migrations: ALL.flatMap((tables) => tables.migrations) });
  const source = await new DataSource({ type: 'better-sqlite3', driver: sqliteDriver(), database: file, entities }).initialize();
  const missing = await source.driver.createSchemaBuilder().log();
  expect(missing.upQueries.map(({ query }) => query)).toEqual([]);
  await source.destroy();
  await store.close();
  rmSync(folder, { recursive: true });
});
