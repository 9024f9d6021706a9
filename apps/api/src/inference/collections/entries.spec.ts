import { Config, type Store } from '@percept/core';
import { openStore } from '../../../../../libs/core/src/durable/database';
import type { EntityManager } from 'typeorm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import type { CollectionEntity } from './collection.entity';
import { Collections } from './collections';
import type { Embeddings } from './embeddings';
import { Entries, type NewEntry } from './entries';
import { EntrySeal } from './entry-seal';
import { deleteEntries, findEntries } from './entry.repository';
import { removeExpiredEntries, removeStrayEntries } from './removal';
import { collectionTables } from '../../tables';
import { loadVectors } from './vectors/load-vectors';

const PROJECT = 'prj_a';
const MODEL = { name: 'trunk', version: '1' };
const embeddings = { check: () => undefined } as unknown as Embeddings;

let folder: string;
let store: Store;
let url: string | undefined;
let collections: Collections;
let entries: Entries;
let album: CollectionEntity;
let seal: EntrySeal;

const entry = (values: number[], more: Partial<NewEntry> = {}): NewEntry => ({
  vector: Float32Array.from(values),
  model: MODEL,
  ...more,
});
const now = (): Promise<CollectionEntity> => collections.get(PROJECT, 'album');

async function vectors(since = 0): Promise<[string, number[]][]> {
  const found: [string, number[]][] = [];
  for await (const { batch } of loadVectors({ store, seal }, await now(), since))
    for (const [index, id] of batch.ids.entries()) found.push([id, [...batch.vectors.subarray(index * 2, index * 2 + 2)]]);
  return found;
}

interface SqliteConnection {
  prepare(sql: string): { all(...values: unknown[]): { detail: string }[] };
}

/** How SQLite finds the rows for what is asked meanwhile. */
async function plansOf(manager: EntityManager, work: () => Promise<unknown>): Promise<string[]> {
  const { databaseConnection } = manager.connection.driver as unknown as { databaseConnection: SqliteConnection };
  const prepared = jest.spyOn(databaseConnection, 'prepare');
  await work();
  const texts = prepared.mock.calls.map(([text]) => text).filter((text) => text.includes(' IN '));
  prepared.mockRestore();
  return texts.flatMap((text) => {
    const values = Array.from({ length: text.split('?').length - 1 }, () => 'x');
    return databaseConnection
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...values)
      .map(({ detail }) => detail);
  });
}

const contract = (): void => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'percept-entries-'));
    store = await openStore({ file: join(folder, 'db'), url, ...collectionTables });
    const config = Object.assign(new Config(), {
      ...{ PERCEPT_PROJECT_LIMITS: 'entries=5,collections=2', PERCEPT_DATA_DIR: folder },
    });
    seal = new EntrySeal(config);
    collections = new Collections(store, config, embeddings);
    entries = new Entries(store, config, seal);
    const made = { name: 'album', kind: 'pictures', keep_pictures: true, keep_days: 0 } as const;
    album = await collections.create(PROJECT, made);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('an entry comes back with its vector, bit by bit, and counts in its collection', async () => {
    const [one, two] = await entries.add(album, [entry([0.1, -0.2], { label: 'x' }), entry([1, 0], { metadata: { a: [1] } })]);
    expect(await vectors()).toEqual([
      [one!.id, [Math.fround(0.1), Math.fround(-0.2)]],
      [two!.id, [1, 0]],
    ]);
    expect(await now()).toMatchObject({ entries: 2, revision: 1, model_name: 'trunk', model_version: '1', dimensions: 2 });
    expect(await entries.get(album, two!.id)).toMatchObject({ label: null, metadata: { a: [1] }, has_picture: false });
  });

  test('what changes is loaded since the last revision; what goes is counted once', async () => {
    const [one, two] = await entries.add(album, [entry([1, 0]), entry([0, 1])]);
    const { revision } = await now();
    await entries.update(album, two!.id, { label: 'late' });
    expect((await vectors(revision)).map(([id]) => id)).toEqual([two!.id]);
    await entries.delete(album, one!.id);
    expect(await now()).toMatchObject({ entries: 1 });
    await expect(entries.delete(album, one!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await now()).toMatchObject({ entries: 1 });
  });

  test('loading ends at the revision that it was asked for, though entries come all the while', async () => {
    await entries.add(album, [entry([1, 0])]);
    const asked = await now();
    const steps: number[] = [];
    for await (const { revision } of loadVectors({ store, seal }, asked)) {
      steps.push(revision);
      await entries.add(album, [entry([0, 1])]);
    }
    expect(steps).toEqual([asked.revision]);
  });

  test('all entries of a call come, or none: one vector of another model refuses them', async () => {
    await entries.add(album, [entry([1, 0])]);
    const stranger = entry([1, 0], { model: { name: 'trunk', version: '2' } });
    await expect(entries.add(album, [entry([0, 1]), stranger])).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('trunk 1, and this one is of trunk 2'),
    });
    await expect(entries.add(album, [entry([1, 0, 0])])).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await now()).toMatchObject({ entries: 1, revision: 1 });
    await entries.delete(album, (await entries.list(album, { limit: 1 }))[0]!.id);
    await entries.add(album, [stranger]);
    expect(await now()).toMatchObject({ entries: 1, model_version: '2' });
  });

  test('a project has as many entries and collections as its limits say', async () => {
    await entries.add(album, Array<NewEntry>(4).fill(entry([1, 0])));
    await expect(entries.add(album, [entry([1, 0]), entry([1, 0])])).rejects.toMatchObject({ code: 'CONFLICT' });
    const next = { name: 'next', kind: 'pictures', keep_pictures: true, keep_days: 0 } as const;
    await collections.create(PROJECT, next);
    await expect(collections.create(PROJECT, { ...next, name: 'third' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(collections.create('prj_b', next)).resolves.toMatchObject({ name: 'next' });
    await expect(collections.get('prj_b', album.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(collections.update(PROJECT, 'album', { name: 'next' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('entries that expire go with their count, and entries whose collection is gone', async () => {
    await collections.update(PROJECT, 'album', { keep_days: 1 });
    await entries.add(await now(), [entry([1, 0])]);
    await collections.update(PROJECT, 'album', { keep_days: 0 });
    const [, stays] = [null, (await entries.add(await now(), [entry([0, 1])]))[0]!];
    const later = { now: Date.now() + 2 * 86_400_000, before: 0, batch: 10 };
    for await (const removed of removeExpiredEntries(store, later)) expect(removed).toBe(1);
    expect((await vectors()).map(([id]) => id)).toEqual([stays.id]);
    expect(await now()).toMatchObject({ entries: 1 });
    await store.transaction(({ manager }) => manager.query('DELETE FROM collections'));
    for await (const removed of removeStrayEntries(store, later)) expect(removed).toBe(1);
    expect(await store.reader.count('collection_entries')).toBe(0);
  });

  test('a deleted collection leaves nothing behind', async () => {
    await entries.add(album, [entry([1, 0], { picture: 'AAAA' }), entry([0, 1])]);
    expect([...(await entries.picture(album, (await entries.list(album, { limit: 2 }))[1]!.id))]).toEqual([0, 0, 0]);
    await collections.delete(PROJECT, 'album');
    expect([await store.reader.count('collections'), await store.reader.count('collection_entries')]).toEqual([0, 0]);
    await expect(entries.add(album, [entry([1, 0])])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
};

describe('on SQLite', contract);

test('some entries of many are found and deleted by their ids: SQLite goes through no others', async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-entries-'));
  store = await openStore({ file: join(folder, 'db'), ...collectionTables });
  const ids = Array.from({ length: 40 }, (_, index) => `ent_${index}`);
  const found = await plansOf(store.reader, () => findEntries(store.reader, 'col_a', ids));
  const deleted = await store.transaction(({ manager }) => plansOf(manager, () => deleteEntries(manager, 'col_a', ids)));
  for (const plan of [found, deleted]) expect(plan).toEqual([expect.stringMatching(/\(id=\?\)$/)]);
  await store.close();
  rmSync(folder, { recursive: true });
});

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  beforeEach(async () => (url = await postgres.database()));
  afterAll(() => postgres.stop());
  contract();
});
