import { openSqliteFile, openStore } from '@percept/core';
import type { Database } from 'better-sqlite3';
import { join } from 'node:path';
import { ApiKeyTable1763700000100 } from '../../../apps/api/src/access/keys/api-keys.migration';
import { hashOf, newKeyText } from '../../../apps/api/src/access/keys/key-text';
import { EventTable1763700000020 } from '../../../libs/core/src/durable/events/event-table.migration';
import { RunTables1763700000030 } from '../../../libs/core/src/pipelines/runs/migrations/run-tables.migration';
import { JobTable1763700000010 } from '../../../libs/core/src/durable/queue/migrations/job-table.migration';
import { WebhookTables1763700000030 } from '../../../libs/webhooks/src/migrations/webhook-tables.migration';
import { removeDir, startPercept, tempDir } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

/** What the first release made of an empty folder. Migrations are added to, never changed: these stay as they are. */
const FIRST_RELEASE = [
  JobTable1763700000010,
  EventTable1763700000020,
  RunTables1763700000030,
  WebhookTables1763700000030,
  ApiKeyTable1763700000100,
];

type Row = Record<string, string | number>;

/** Writes a row; columns that must have a value and are not given get an empty one. */
function insert(database: Database, table: string, given: Row): void {
  const columns = database.pragma(`table_info(${table})`) as {
    name: string;
    type: string;
    notnull: number;
    dflt_value: unknown;
  }[];
  const needed = columns.filter(({ name, notnull, dflt_value }) => notnull && dflt_value === null && !(name in given));
  const row: Row = { ...Object.fromEntries(needed.map(({ name, type }) => [name, type === 'text' ? '' : 0])), ...given };
  const names = Object.keys(row);
  database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`).run(row);
}

test('a database of the first release opens in this one, with its keys, runs and webhooks, and what is too old goes at once', async () => {
  const dataDir = tempDir();
  const file = join(dataDir, 'percept.sqlite');
  const first = await openStore({ file, entities: [], migrations: FIRST_RELEASE });
  await first.close();
  const key = newKeyText();
  const database = openSqliteFile(file);
  const created_at = Date.now() - 60_000;
  const scopes = JSON.stringify(['predict', 'pipelines', 'webhooks', 'admin']);
  insert(database, 'api_keys', {
    id: 'key_1',
    name: 'old',
    prefix: key.slice(0, 12),
    hash: hashOf(key),
    plan: 'enterprise',
    scopes,
    created_at,
  });
  insert(database, 'runs', { id: 'run_1', pipeline: 'old-one', status: 'succeeded', created_at, inputs: '{}' });
  insert(database, 'webhook_endpoints', { id: 'whk_1', url: 'https://example.com/hook', events: '["*"]', active: 0, created_at });
  const long_ago = created_at - 31 * 86_400_000;
  insert(database, 'events', { id: 'evt_1', type: 'batch.completed', created_at: long_ago, data: '{}' });
  insert(database, 'events', { id: 'evt_2', type: 'batch.completed', created_at, data: '{}' });
  database.close();

  const percept = await startPercept({ dataDir, key });
  const read = async (path: string) => (await percept.fetch(path)).json() as Promise<Record<string, { id: string }[]>>;
  expect((await read('/v1/keys')).keys!.map(({ id }) => id)).toEqual(['key_1']);
  expect((await read('/v2/runs')).runs!.map(({ id }) => id)).toEqual(['run_1']);
  expect((await read('/v1/webhooks')).webhooks!.map(({ id }) => id)).toEqual(['whk_1']);
  const metrics = async () => (await percept.fetch('/metrics')).text();
  await waitFor(async () => (await metrics()).includes('percept_retention_removed_total{kind="events"} 1'));
  expect((await percept.fetch('/v1/events/evt_1')).status).toBe(404);
  expect((await percept.fetch('/v1/events/evt_2')).status).toBe(200);
  expect(await percept.stop()).toBe(0);
  removeDir(dataDir);
});
