import { Config, type Store } from '@percept/core';
import { openStore } from '../../../../../../libs/core/src/durable/database';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binariesWithVector, PrivatePostgres } from '../../../../../../test/harness/postgres';
import { dumpPostgres, restorePostgres } from '../../../platform/backup/postgres';
import { collectionTables } from '../../../tables';
import { CollectionSearch } from '../collection-search';
import type { CollectionEntity, CollectionKind } from '../collection.entity';
import { Collections } from '../collections';
import type { Embeddings } from '../embeddings';
import { Entries, type NewEntry } from '../entries';
import { EntrySeal } from '../entry-seal';
import { DatabaseVectors } from './database-vectors.repository';
import { loadVectors } from './load-vectors';
import { VectorIndex } from './vector-index';
import { VectorThread } from './vector-thread';

const PROJECT = 'prj_a';
const MODEL = { name: 'trunk', version: '1' };
const DIMENSIONS = 24;
const COUNT = 2_000;
const bin = binariesWithVector();

let folder: string;
let postgres: PrivatePostgres;
let url: string;
let store: Store;
let seal: EntrySeal;
let collections: Collections;
let entries: Entries;
let index: VectorIndex;
let searches: CollectionSearch;

let state = 1;
const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5;
const unit = (length = DIMENSIONS): Float32Array => {
  const values = Float32Array.from({ length }, next);
  const size = Math.hypot(...values);
  return values.map((value) => value / size);
};
const cosine = (one: Float32Array, other: Float32Array): number => one.reduce((sum, value, at) => sum + value * other[at]!, 0);

/** Labels of more entries are searched in the process. */
const NARROW = 100;

/** As a process that starts, with graphs for collections of any size. */
function begin(): void {
  index = new VectorIndex(store, seal, new DatabaseVectors(store, seal, { large: 1, narrow: NARROW }));
  searches = new CollectionSearch(store, index);
}

async function open(at: string): Promise<void> {
  url = at;
  store = await openStore({ file: join(folder, 'db'), url, ...collectionTables });
  const config = Object.assign(new Config(), { PERCEPT_DATA_DIR: folder });
  seal = new EntrySeal(config);
  collections = new Collections(store, config, { check: () => undefined } as unknown as Embeddings);
  entries = new Entries(store, config, seal);
  begin();
}

async function close(): Promise<void> {
  await index.onApplicationShutdown();
  await store.close();
}

const query = (text: string): Promise<unknown[]> => postgres.query(text, url);
const named = (name: string): Promise<CollectionEntity> => collections.get(PROJECT, name);
const graphs = (): Promise<unknown[]> => query("SELECT 1 FROM pg_class WHERE relname LIKE 'collection_graph_%'");

async function make(name: string, kind: CollectionKind = 'texts', added: NewEntry[] = some(COUNT)): Promise<CollectionEntity> {
  await collections.create(PROJECT, { name, kind, keep_pictures: false, keep_days: 0 });
  await entries.add(await named(name), added);
  const made = await named(name);
  await index.database.keepUp(made);
  return made;
}

/** Each hundredth is rare. */
const some = (count: number): NewEntry[] =>
  Array.from({ length: count }, (_, number) => ({
    ...{ vector: unit(), model: MODEL, label: number % 100 === 0 ? 'rare' : 'common', metadata: { number } },
  }));

const BASE = { limit: 10, min_similarity: -1 };
const idsOf = (found: Awaited<ReturnType<CollectionSearch['search']>>): string[] => found.map(({ row }) => row.id);
/** The nearest, by comparing all. */
async function exactly(of: CollectionEntity, vector: Float32Array, limit = 10, labels?: string[]): Promise<string[]> {
  const all: { id: string; similarity: number }[] = [];
  for await (const { batch } of loadVectors({ store, seal }, { ...of, revision: Infinity }))
    for (const [at, id] of batch.ids.entries()) {
      const length = vector.length;
      const similarity = cosine(batch.vectors.subarray(at * length, (at + 1) * length), vector);
      if (!labels || labels.includes(batch.labels[at]!)) all.push({ id, similarity });
    }
  return all
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, limit)
    .map(({ id }) => id);
}

const where = bin ? describe : describe.skip;
where(`in PostgreSQL with pgvector${bin ? '' : ' (skipped: neither it nor .ci/tools/pgvector is installed)'}`, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'percept-vectors-'));
    postgres = await PrivatePostgres.start(undefined, bin);
    await open(await postgres.database());
    await query('CREATE EXTENSION vector');
  });
  afterAll(async () => {
    await close();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  test('a search finds the nearest without a vector in the memory of the process', async () => {
    const album = await make('album');
    expect(await index.database.isUsed(album)).toBe(true);
    const thread = jest.spyOn(VectorThread.prototype, 'run');
    const found: string[][] = [];
    const queries = Array.from({ length: 30 }, () => unit());
    for (const vector of queries) found.push(idsOf(await searches.search(album, vector, BASE)));
    expect(thread).not.toHaveBeenCalled();
    thread.mockRestore();
    let hits = 0;
    for (const [at, vector] of queries.entries())
      for (const id of await exactly(album, vector)) hits += Number(found[at]!.includes(id));
    expect(hits / 300).toBeGreaterThanOrEqual(0.99);
    const [first] = await searches.search(album, queries[0]!, BASE);
    const stored = await searches.vectorOf(album, first!.row.id);
    expect(first!.similarity).toBeCloseTo(cosine(stored, queries[0]!), 5);
    expect(await searches.search(album, stored, { ...BASE, min_similarity: 0.999_9 })).toHaveLength(1);
  });

  test('no entry is lost behind a label or many deletions, and wide filters are left to the process', async () => {
    const album = await named('album');
    const vector = unit();
    const rare = idsOf(await searches.search(album, vector, { ...BASE, limit: 20, labels: ['rare'] }));
    expect(rare).toEqual(await exactly(album, vector, 20, ['rare']));
    // A graph would miss some of them; the process has them all.
    for (const query of [{ limit: 1_000 }, { limit: 20, labels: ['common'] }, { limit: 20, labels: ['common', 'rare'] }])
      expect(await index.database.search(album, { vector, minSimilarity: -1, ...query })).toBeUndefined();
    const near = await exactly(album, vector, 1_000);
    await entries.deleteAll(album, near);
    const found = idsOf(await searches.search(await named('album'), vector, BASE));
    expect(found).toEqual(await exactly(album, vector));
    expect(found.some((id) => near.includes(id))).toBe(false);
  });

  test('a search sees each earlier change: new entries, new labels, entries that are gone', async () => {
    const album = await named('album');
    const [added] = await entries.add(album, some(1));
    const vector = await searches.vectorOf(album, added!.id);
    const found = async (options: object = {}) =>
      idsOf(await searches.search(await named('album'), vector, { ...BASE, limit: 1, ...options }));
    expect(await found()).toEqual([added!.id]);
    await entries.update(album, added!.id, { label: 'mine' });
    expect([await found({ labels: ['mine'] }), await found({ labels: ['other'] })]).toEqual([[added!.id], []]);
    await entries.delete(album, added!.id);
    expect(await found()).not.toEqual([added!.id]);
    expect(await query(`SELECT 1 FROM collection_vectors WHERE entry_id = '${added!.id}'`)).toEqual([]);
  });

  test('an emptied collection with vectors of another length gets a graph of its own; faces get none', async () => {
    const album = await make('other', 'texts', some(50));
    await entries.deleteAll(
      album,
      (await entries.list(album, { limit: 100 })).map(({ id }) => id),
    );
    const longer = Array.from({ length: 60 }, () => ({ vector: unit(40), model: { ...MODEL, version: '2' } }));
    await entries.add(await named('other'), longer);
    await index.database.keepUp(await named('other'));
    const changed = await named('other');
    expect(await index.database.isUsed(changed)).toBe(true);
    expect(idsOf(await searches.search(changed, longer[7]!.vector, BASE))).toEqual(await exactly(changed, longer[7]!.vector));
    expect(await graphs()).toHaveLength(2);
    const people = await make('people', 'faces', some(20));
    expect([await index.database.isUsed(people), (await graphs()).length]).toEqual([false, 2]);
    expect(await index.database.search(people, { vector: unit(), limit: 9, minSimilarity: 0 })).toBeUndefined();
  });

  test('a collection that is deleted takes its vectors and its graph along', async () => {
    const row = await named('other');
    await collections.delete(PROJECT, 'other');
    await index.database.drop(row);
    expect(await graphs()).toHaveLength(1);
    expect(await query(`SELECT 1 FROM collection_vectors WHERE collection_id = '${row.id}'`)).toEqual([]);
  });

  test('a backup leaves out what is made from the entries, and can be restored where the extension is not', async () => {
    const path = process.env['PATH']!;
    process.env['PATH'] = `${bin}:${path}`;
    const restored = await postgres.database();
    const file = join(folder, 'dump');
    await dumpPostgres(url, file);
    await restorePostgres(restored, file);
    process.env['PATH'] = path;
    expect(await postgres.query("SELECT to_regclass('collection_vectors') AS it", restored)).toEqual([{ it: null }]);
    const [{ count }] = (await postgres.query('SELECT count(*) FROM collection_entries', restored)) as [{ count: string }];
    expect(Number(count)).toBe((await named('album')).entries + 20);
  });

  test('where the extension is absent or dropped, the process searches; where it comes, a graph is built', async () => {
    const album = await named('album');
    const vector = unit();
    await query('DROP EXTENSION vector CASCADE');
    expect(await index.database.search(album, { vector, limit: 9, minSimilarity: 0 })).toBeUndefined();
    await index.database.keepUp(album);
    expect(await index.database.isUsed(album)).toBe(false);
    await entries.add(album, some(3));
    await query('CREATE EXTENSION vector');
    begin();
    await index.database.keepUp(await named('album'));
    expect(await index.database.isUsed(await named('album'))).toBe(true);
    expect(idsOf(await searches.search(await named('album'), vector, BASE))).toEqual(await exactly(album, vector));
  });
});
