import { Config, DEFAULT_PROJECT, readStorageRules, type Store } from '@percept/core';
import { scheduleTables } from '../../../../../libs/core/src/triggers';
import { pipelineTables } from '../../../../../libs/core/src/pipelines/runs';
import { queueTables } from '../../../../../libs/core/src/durable/queue';
import { eventTables } from '../../../../../libs/core/src/durable/events';
import { openStore } from '../../../../../libs/core/src/durable/database';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertAnyRow } from '../../../../../test/harness/rows/any-row';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import { listKeys } from '../../access/auth/keys/api-key.repository';
import { tables } from '../../tables';
import { waitFor } from '../../../../../test/harness/wait-for';
import { Projects } from '../../access/auth/projects/projects';
import { ProjectRemoval } from './project-removal';
import { removeProjectData } from './project-data';

const all = [queueTables, eventTables, pipelineTables, scheduleTables, ...tables];
const DAY = 86_400_000;
/** These belong to the installation. */
const OF_NOBODY = ['administrators', 'installation', 'sessions', 'sign_in_links', 'projects'];

let dataDir: string;
let store: Store;
let projects: Projects;
let url: string | undefined;
let now: number;
const log = { info: () => undefined, error: (fields: object) => console.error(fields) };
const files = () => ({ dataDir, modelsDir: join(dataDir, 'models'), objects: readStorageRules(new Config()) });
const removal = (options = {}) =>
  new ProjectRemoval({ store, log, files: files(), pauseFactor: 0, clock: { now: () => now }, ...options });

/** Rows of each table that has something of a project, by table. */
function rowsOf(project_id: string, part: string): Record<string, Record<string, unknown>[]> {
  const id = `${project_id}_${part}`;
  const run = { run_id: id, step: 'one' };
  const caller = `${id}_key`;
  return {
    api_keys: [{ id: caller, project_id, key_hash: id }],
    key_counters: [
      { key_id: caller, month: '2026-01' },
      { key_id: project_id, month: part },
    ],
    idempotent_requests: [
      { caller_id: caller, key_hash: 'h' },
      { caller_id: `adm_default in ${project_id}`, key_hash: part },
    ],
    usage_counts: [{ project_id, day: '2026-01-01', key_id: caller }],
    audit_log: [{ id, project_id }],
    request_log: [{ id, project_id }],
    events: [{ id, project_id }],
    analyses: [{ id, project_id }],
    analysis_rows: [{ analysis_id: id, field: 'pages', part: 0 }],
    project_secrets: [{ project_id, name: part }],
    kept_values: [{ project_id, name: part }],
    pipeline_revisions: [{ project_id, name: part, number: 1 }],
    schedules: [{ id, project_id }],
    ticks: [{ id, schedule_id: id, ref: id }],
    runs: [{ id, project_id, status: part === 'b' ? 'running' : 'succeeded', ended_at: part === 'b' ? null : 5 }],
    run_steps: [run],
    run_shards: [{ id: `${id}_shard`, run_id: id }],
    run_calls: [{ run_id: id, id: `${id}_calls` }],
    run_items: [
      { ...run, sort: '1', key: '1' },
      { ...run, sort: '2', key: '2' },
    ],
    cached_results: [{ key: id, project_id }],
    uploads: [{ id, project_id }],
    collections: [{ id, project_id, name: id }],
    collection_entries: [{ id, project_id, collection_id: id }],
    webhook_endpoints: [{ id: `${id}_hook`, project_id }],
    webhook_deliveries: [{ id, project_id, endpoint_id: `${id}_hook` }],
    webhook_attempts: [{ delivery_id: id, number: 1 }],
    webhook_recoveries: [{ id, endpoint_id: `${id}_hook` }],
    jobs: [
      { id: `${id}_1`, queue: 'runs', ref: id, state: 'leased' },
      { id: `${id}_2`, queue: 'items', ref: `${id}_shard` },
      { id: `${id}_3`, queue: 'deliveries', ref: id },
      { id: `${id}_4`, queue: 'analyses', ref: id },
    ],
  };
}

const filesOf = (id: string): string[] => [
  join(dataDir, 'analyses', id),
  join(dataDir, 'uploads', id),
  join(dataDir, 'runs', id, 'rows.csv'),
];

async function fill(project: string): Promise<void> {
  mkdirSync(join(dataDir, 'files', project), { recursive: true });
  for (const part of ['a', 'b', 'c']) {
    for (const [table, rows] of Object.entries(rowsOf(project, part)))
      for (const row of rows) await insertAnyRow(store, table, row);
    for (const file of filesOf(`${project}_${part}`)) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, 'x');
    }
  }
}

const counts = async (): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const table of Object.keys(rowsOf('', ''))) found[table] = await store.reader.count(table);
  return found;
};
const halved = (before: Record<string, number>) => Object.fromEntries(Object.entries(before).map(([name, n]) => [name, n / 2]));

const contract = (): void => {
  let gone: string;
  let before: Record<string, number>;

  beforeEach(async () => {
    // The removal begins a minute after the deletion.
    now = Date.now() + 60_000;
    dataDir = mkdtempSync(join(tmpdir(), 'percept-removal-'));
    const entities = all.flatMap((each) => each.entities);
    store = await openStore({ file: join(dataDir, 'db'), url, entities, migrations: all.flatMap((each) => each.migrations) });
    projects = new Projects(store);
    gone = (await projects.create({ name: 'gone' })).id;
    const { id: stays } = await projects.create({ name: 'stays' });
    for (const id of [gone, stays]) await fill(id);
    before = await counts();
  });
  afterEach(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });

  test('every table is of a project or of the installation', () => {
    const known = store.reader.connection.entityMetadatas.map(({ tableName }) => tableName);
    expect([...Object.keys(rowsOf('', '')), ...OF_NOBODY].sort()).toEqual([...known].sort());
  });

  test('a deleted project loses its rows and files, and another one loses nothing', async () => {
    await projects.delete(gone);
    await removal({ batch: 2 }).work();
    expect(await counts()).toEqual(halved(before));
    expect(filesOf(`${gone}_a`).filter(existsSync)).toEqual([]);
    const { id: stays } = await projects.find('stays');
    expect([gone, stays].map((id) => existsSync(join(dataDir, 'files', id)))).toEqual([false, true]);
    expect(filesOf(`${stays}_b`).filter(existsSync)).toHaveLength(3);
    await expect(projects.getAny(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a process that is killed after any step leaves the rest to the next one', async () => {
    await projects.delete(gone);
    let steps = 0;
    for (let done = false; !done; steps++) {
      // Each process gets one step further than those before, and starts from the beginning.
      let removed = 0;
      for await (const count of removeProjectData(store, files(), { projectId: gone, batch: 2 })) {
        removed += count;
        if (removed > 0) break;
      }
      done = removed === 0;
    }
    expect(await counts()).toEqual(halved(before));
    expect(steps).toBeGreaterThan(20);
  });

  test('it is not gone before the last calls are counted', async () => {
    const deleted = await projects.delete(gone);
    now = deleted.deleted_at!;
    const work = removal({ settleMs: 10_000, everyMs: 5 }).work();
    await waitFor(async () => (await store.reader.count('api_keys')) === 3);
    const late = { project_id: gone, day: '2026-01-01', key_id: 'late' };
    await insertAnyRow(store, 'usage_counts', late);
    now += 9_999;
    await waitFor(async () => !(await store.reader.existsBy('usage_counts', late)));
    expect((await projects.getAny(gone)).erased_at).toBeNull();
    now += 1;
    await work;
    expect(await counts()).toEqual(halved(before));
    await expect(projects.getAny(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('what calls that were under way added after the end is removed a day later, and then the project is forgotten', async () => {
    await projects.delete(gone);
    await removal().work();
    await insertAnyRow(store, 'events', { id: 'late', project_id: gone });
    now += DAY - 60_000;
    await removal().work();
    expect(await store.reader.existsBy('events', { id: 'late' })).toBe(true);
    now += 120_000;
    await removal().work();
    expect(await store.reader.existsBy('events', { id: 'late' })).toBe(false);
    expect(await store.reader.existsBy('projects', { id: gone })).toBe(false);
  });

  test('its keys end with the call and its name is free; the first project stays', async () => {
    await projects.delete(gone);
    expect((await listKeys(store.reader, gone)).map(({ revoked_at }) => typeof revoked_at)).toEqual([
      'number',
      'number',
      'number',
    ]);
    await expect(projects.get(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await projects.getAny(gone)).deleted_at).toEqual(expect.any(Number));
    expect((await projects.create({ name: 'gone' })).id).not.toBe(gone);
    await expect(projects.delete(DEFAULT_PROJECT)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await projects.delete(gone)).toMatchObject({ id: gone });
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
