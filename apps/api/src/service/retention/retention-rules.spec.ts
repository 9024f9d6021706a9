import { Config, Retention, sql, type Store } from '@percept/core';
import { scheduleTables } from '../../../../../libs/core/src/triggers';
import { pipelineTables } from '../../../../../libs/core/src/pipelines/runs';
import { queueTables } from '../../../../../libs/core/src/durable/queue';
import { eventTables } from '../../../../../libs/core/src/durable/events';
import { openStore } from '../../../../../libs/core/src/durable/database';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertAnyRow } from '../../../../../test/harness/rows/any-row';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import { retentionRules } from './retention-rules';
import { tables } from '../../tables';
import { removeUsageBeyond } from '../../metering/usage/usage-removal.repository';

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-15T12:00:00Z');
const all = [queueTables, eventTables, pipelineTables, scheduleTables, ...tables];

/** These do not grow by themselves: users make and delete them, or they go with the work that they stand for. */
const KEPT = ['projects', 'project_secrets', 'collections', 'administrators', 'installation', 'jobs', 'webhook_endpoints'];
/** Their own tests show that they are removed: with their run, with their delivery, and all but the newest 1,000. */
const ELSEWHERE = ['run_items', 'run_calls', 'run_shards', 'run_steps', 'webhook_attempts', 'ticks'];

let dataDir: string;
let store: Store;
let url: string | undefined;
const log = { info: () => undefined, error: (fields: object) => console.error(fields) };
const sweep = (settings = {}) => {
  const config = Object.assign(new Config(), { PERCEPT_DATA_DIR: dataDir, ...settings });
  return new Retention({ rules: retentionRules(store, config), log, clock: { now: () => NOW } }).sweep();
};

/** A row of each table that is as old as that, by table. Whatever a table also needs is filled in. */
const rowsFrom = (age: string, days: number): Record<string, Record<string, unknown>> => {
  const time = NOW - days * DAY;
  const day = new Date(time).toISOString().slice(0, 10);
  const [id, ended] = [`x_${String(time).padStart(15, '0')}_${age}`, { created_at: time, ended_at: time }];
  return {
    events: { id, created_at: time },
    runs: { id, ...ended },
    cached_results: { key: age, expires_at: time },
    webhook_deliveries: { id, ...ended },
    webhook_recoveries: { id, ...ended },
    analyses: { id, ...ended },
    analysis_rows: { analysis_id: id, field: 'pages', part: 0 },
    uploads: { id, created_at: time, expires_at: time },
    collection_entries: { id, collection_id: 'album', expires_at: time },
    api_keys: { id, key_hash: id, revoked_at: time },
    pipeline_revisions: { project_id: age, name: 'gone', number: 1, revision: null, key_id: null, created_at: time },
    schedules: { id, removed_at: time, kind: 'every' },
    audit_log: { id, at: time },
    request_log: { id, at: time },
    usage_counts: { project_id: age, day },
    key_counters: { key_id: age, month: day.slice(0, 7) },
    idempotent_requests: { caller_id: age, key_hash: age, created_at: time },
    kept_values: { project_id: age, name: age, updated_at: time },
    sessions: { token_hash: age, expires_at: time },
    sign_in_links: { token_hash: age, expires_at: time },
  };
};

const insert = (table: string, row: Record<string, unknown>): Promise<void> => insertAnyRow(store, table, row);

const counts = async (): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const table of Object.keys(rowsFrom('', 0))) found[table] = await store.reader.count(table);
  return found;
};

const contract = (): void => {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'percept-kept-'));
    const entities = all.flatMap((each) => each.entities);
    store = await openStore({ file: join(dataDir, 'db'), url, entities, migrations: all.flatMap((each) => each.migrations) });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });

  test('each table that grows loses what is older than its retention, and nothing else', async () => {
    const growing = Object.keys(rowsFrom('', 0));
    const known = store.reader.connection.entityMetadatas.map(({ tableName }) => tableName);
    expect([...growing, ...KEPT, ...ELSEWHERE].sort()).toEqual([...known].sort());
    await insert('collections', { id: 'album', name: 'album' });
    const { usage_counts, key_counters } = rowsFrom('old', 462);
    for (const [table, row] of Object.entries({ ...rowsFrom('old', 62), usage_counts, key_counters })) await insert(table, row!);
    // The usage report can show 400 days.
    const shown = rowsFrom('shown', 390);
    for (const table of ['usage_counts', 'key_counters']) await insert(table, shown[table]!);
    // Not expired yet, where expiry is what counts.
    for (const [table, row] of Object.entries(rowsFrom('new', 0.5))) await insert(table, row);
    for (const [table, row] of Object.entries(rowsFrom('ahead', -0.5))) await insert(table, row);
    const before = await counts();
    expect(await sweep()).toEqual({
      events: 1,
      runs: 1,
      // Half a day over is over.
      cached_results: 2,
      deliveries: 1,
      recoveries: 1,
      analyses: 1,
      uploads: 2,
      entries: 2,
      audit: 1,
      requests: 1,
      keys: 1,
      pipelines: 1,
      schedules: 1,
      usage: 1,
      key_counters: 1,
      idempotent_requests: 1,
      kept_values: 1,
      sessions: 2,
      sign_in_links: 2,
    });
    const after = await counts();
    const removed = Object.fromEntries(growing.map((table) => [table, before[table]! - after[table]!]));
    expect(removed).toEqual({
      ...Object.fromEntries(growing.map((table) => [table, 1])),
      ...{ cached_results: 2, uploads: 2, collection_entries: 2, sessions: 2, sign_in_links: 2 },
    });
    expect(await sweep()).toEqual({});
  });

  test('a key that may still be used, or that pays for a saved pipeline, stays; its counters and answers go with one that does not', async () => {
    const [old, ended] = [NOW - 62 * DAY, NOW - 61 * DAY];
    const keys = {
      live: {},
      expires: { expires_at: NOW + 1 },
      expired: { expires_at: ended },
      revoked: { revoked_at: ended },
      pays: { revoked_at: ended },
      paid: { revoked_at: ended },
    };
    for (const [id, times] of Object.entries(keys)) {
      await insert('api_keys', { id, key_hash: id, created_at: old, expires_at: null, revoked_at: null, ...times });
      await insert('key_counters', { key_id: id, month: '2026-06' });
      await insert('idempotent_requests', { caller_id: id, key_hash: id, created_at: NOW });
    }
    for (const [number, key_id] of [...['paid', 'pays'].entries()])
      await insert('pipeline_revisions', { project_id: 'prj_1', name: 'timed', number, revision: 'x', key_id, created_at: old });
    expect(await sweep()).toEqual({ keys: 3 });
    const left = ['expires', 'live', 'pays'];
    const ids = async (table: string, column: string): Promise<unknown[]> =>
      (await sql<{ id: string }>(store.reader, `SELECT ${column} AS id FROM ${table} ORDER BY 1`)).map(({ id }) => id);
    expect(await ids('api_keys', 'id')).toEqual(left);
    expect(await ids('key_counters', 'key_id')).toEqual(left);
    expect(await ids('idempotent_requests', 'caller_id')).toEqual(left);
  });

  test('a pipeline that was deleted and saved again stays with all that it was', async () => {
    for (const [number, revision] of [...['a', null, 'b'].entries()])
      await insert('pipeline_revisions', { project_id: 'p', name: 'again', number, revision, created_at: NOW - 62 * DAY });
    expect(await sweep()).toEqual({});
    expect(await store.reader.count('pipeline_revisions')).toBe(3);
  });

  test('with PERCEPT_RETENTION_MB what a project has too much of goes earlier, what grows by rows and by answers', async () => {
    const text = 'x'.repeat(700_000);
    for (const hours of [3, 2]) {
      const [id, time] = [`x_${NOW - hours * 3_600_000}`, NOW - hours * 3_600_000];
      const ended = { id, project_id: 'prj_1', created_at: time, ended_at: time };
      await insert('events', { id, project_id: 'prj_1', created_at: time, data: text });
      await insert('webhook_deliveries', { ...ended, body: 'x' });
      await insert('webhook_attempts', { delivery_id: id, number: 1, response_body: text });
      await insert('analyses', { ...ended, result: JSON.stringify({ text }) });
      await insert('audit_log', { id, project_id: 'prj_1', at: time, target: text });
      await insert('request_log', { id, project_id: 'prj_1', at: time, shape: text });
      // By its age when it expires: the results of two projects, of which one has too much.
      for (const project_id of hours === 3 ? ['prj_1', 'prj_2'] : ['prj_1'])
        await insert('cached_results', { key: `${project_id} ${id}`, project_id, output: text, expires_at: NOW + DAY - hours });
    }
    expect(await sweep()).toEqual({});
    const removed = { events: 1, deliveries: 1, analyses: 1, audit: 1, requests: 1, cached_results: 1 };
    expect(await sweep({ PERCEPT_RETENTION_MB: 1 })).toEqual(removed);
    const left = await sql<{ key: string }>(store.reader, 'SELECT key FROM cached_results ORDER BY key');
    expect(left.map(({ key }) => key)).toEqual([`prj_1 x_${NOW - 2 * 3_600_000}`, `prj_2 x_${NOW - 3 * 3_600_000}`]);
    expect(await sweep({ PERCEPT_RETENTION_MB: 1 })).toEqual({});
    expect(await store.reader.count('webhook_attempts')).toBe(1);
  });

  test('what a project has too much of its usage report goes by whole days, the oldest first, and never today', async () => {
    const today = new Date(NOW).toISOString().slice(0, 10);
    const days = ['2020-01-01', '2020-01-02', '2020-01-03', today];
    for (const day of days)
      for (const [project_id, keys] of Object.entries({ prj_1: ['a', 'b'], prj_2: ['a'] }))
        for (const key_id of keys) await insert('usage_counts', { project_id, day, key_id, operation: 'x' });
    const remaining = async (): Promise<string[]> => {
      const text = 'SELECT project_id, day FROM usage_counts ORDER BY project_id, day, key_id';
      return (await sql<{ project_id: string; day: string }>(store.reader, text)).map((row) => `${row.project_id} ${row.day}`);
    };
    const remove = async (rows: number): Promise<number> => {
      let removed = 0;
      for await (const count of removeUsageBeyond(store, { maxBytes: rows * 300, today, batch: 1 })) removed += count;
      return removed;
    };
    expect(await remove(8)).toBe(0);
    // Half of a day is not kept.
    expect(await remove(5)).toBe(4);
    const kept = ['2020-01-03', '2020-01-03', today, today].map((day) => `prj_1 ${day}`);
    expect(await remaining()).toEqual([...kept, ...days.map((day) => `prj_2 ${day}`)]);
    expect(await remove(0)).toBe(5);
    expect(await remaining()).toEqual([`prj_1 ${today}`, `prj_1 ${today}`, `prj_2 ${today}`]);
    const kinds = retentionRules(store, Object.assign(new Config(), { PERCEPT_RETENTION_MB: 1 })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'usage')).toHaveLength(2);
  });

  test('the bytes of an analysis that waits stay, those of one that has ended go at once, others an hour after they came', async () => {
    await insert('analyses', { id: 'ana_waits', created_at: 1, ended_at: null });
    await insert('analyses', { id: 'ana_cancelled', created_at: NOW - DAY, ended_at: NOW - DAY });
    const folder = join(dataDir, 'analyses');
    mkdirSync(folder);
    for (const name of ['ana_waits', 'ana_cancelled', 'ana_gone', 'ana_gone.part', 'owner']) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), new Date(NOW - DAY / 12), new Date(NOW - DAY / 12));
    }
    await insert('analyses', { id: 'ana_ended', created_at: NOW, ended_at: NOW });
    for (const name of ['ana_new.part', 'ana_ended']) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), new Date(NOW), new Date(NOW));
    }
    expect(await sweep()).toEqual({ uploads: 4 });
    expect(readdirSync(folder).sort()).toEqual(['ana_new.part', 'ana_waits', 'owner']);
  });

  test('an upload goes with its file when it expires; a file without one goes an hour after it came', async () => {
    const folder = join(dataDir, 'uploads');
    mkdirSync(folder);
    for (const [id, expires_at] of Object.entries({ upl_ahead: NOW + 1, upl_over: NOW }))
      await insert('uploads', { id, created_at: NOW - DAY, expires_at });
    for (const [name, age] of Object.entries({ upl_ahead: DAY, upl_over: DAY, 'upl_lost.part': DAY, 'upl_new.part': 0 })) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), new Date(NOW - age), new Date(NOW - age));
    }
    expect(await sweep()).toEqual({ uploads: 2 });
    expect(readdirSync(folder).sort()).toEqual(['upl_ahead', 'upl_new.part']);
    expect(await store.reader.count('uploads')).toBe(1);
  });
};

describe('in a file', contract);

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  beforeEach(async () => (url = await postgres.database()));
  afterAll(() => postgres.stop());
  contract();
});
