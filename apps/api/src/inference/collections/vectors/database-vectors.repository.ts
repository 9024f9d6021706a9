import { sql, type Store } from '@percept/core';
import { Client } from 'pg';
import type { CollectionEntity } from '../collection.entity';
import type { EntrySeal } from '../entry-seal';
import { loadVectors } from './load-vectors';
import { ROUNDING, type NearEntry, type NearQuery, type VectorBatch } from './vector-table';

const BYTES = 4;
/** Vectors of at least these bytes are searched in the database: a process compares with fewer at once, in less time. */
const LARGE = 128 * 1024 ** 2;
/** Graphs of pgvector have no more: theirs are halves of floats, which take half the memory. */
const MAX_DIMENSIONS = 4_000;
/** The entries of a graph that a search looks at: among a million, twice as many find three more of a hundred of the ten nearest. */
const BREADTH = 800;
/** More entries are not looked for in a graph: those behind a filter, which must not miss any. */
const MAX_IN_GRAPH = 200;
/** The database compares as many entries with a label in less than 50 ms; a process compares more of them sooner. */
const NARROW = 5_000;
/** How long nothing is tried after a failure, without the extension, and while another process builds a graph. */
const PAUSE_MS = 60_000;
/** Nobody waits long for the lock of a table that is being made. */
const PATIENCE = '5s';
/** A graph that outgrows it is built on disk, several times as slowly. */
const MEMORY = '2GB';
const PREFIX = 'collection_graph_';

type Large = Pick<CollectionEntity, 'id' | 'revision'> & { dimensions: number };

/**
 * Searches large collections in PostgreSQL with the extension pgvector, so that not every process holds their vectors. The table of vectors
 * and a graph of each collection are an index of the entries: they are made from them, deleted with them, and made again if absent.
 */
export class DatabaseVectors {
  private readonly building = new Map<string, Promise<void>>();
  private pausedUntil = 0;

  constructor(
    readonly store: Store,
    readonly seal: EntrySeal,
    private readonly sizes = { large: LARGE, narrow: NARROW },
  ) {}

  /** The nearest entries, the nearest first; undefined if the process finds them better, or the database does not yet. */
  async search(collection: CollectionEntity, query: NearQuery): Promise<NearEntry[] | undefined> {
    if (!this.isLarge(collection)) return undefined;
    if (await this.isReady(collection)) {
      if (await this.update(collection, 1)) return this.find(collection, query);
    }
    void this.keepUp(collection);
    return undefined;
  }

  /** Whether searches of the collection use a graph. */
  async isUsed(collection: CollectionEntity): Promise<boolean> {
    return this.isLarge(collection) && this.isReady(collection);
  }

  /** Drops the graph of a collection that was deleted. Never rejects: the next graph that is built drops it, too. */
  async drop(collection: CollectionEntity): Promise<void> {
    if (await this.isUsed(collection)) await this.connected(dropStrays).catch(() => undefined);
  }

  /** Brings the database's vectors up to date, and builds a graph where none is. Never rejects: a search then uses the process. */
  keepUp(collection: CollectionEntity): Promise<void> {
    const { id } = collection;
    if (!this.isLarge(collection)) return Promise.resolve();
    const work = async (): Promise<void> => {
      if (await this.isReady(collection)) await this.update({ ...collection, revision: Infinity });
      else if (performance.now() >= this.pausedUntil) await this.build(collection);
    };
    const before = this.building.get(id);
    if (before) return before;
    const done = work()
      .catch(() => this.pause())
      .finally(() => this.building.delete(id));
    this.building.set(id, done);
    return done;
  }

  private isLarge(collection: CollectionEntity): collection is CollectionEntity & { dimensions: number } {
    const { kind, dimensions, entries } = collection;
    // The vectors of faces are sealed.
    if (kind === 'faces' || dimensions === null || dimensions > MAX_DIMENSIONS) return false;
    return this.store.reader.connection.options.type === 'postgres' && entries * dimensions * BYTES >= this.sizes.large;
  }

  private async isReady(collection: Large): Promise<boolean> {
    const text = 'SELECT 1 AS one FROM pg_index WHERE indexrelid = to_regclass(?) AND indisvalid';
    return (await sql(this.store.reader, text, [graphOf(collection)])).length > 0;
  }

  private pause(): void {
    this.pausedUntil = performance.now() + PAUSE_MS;
  }

  /** Writes the vectors of entries that changed. @returns false if more of them remain than `most` steps write. */
  private async update(collection: Large, most = Infinity): Promise<boolean> {
    const text = 'SELECT COALESCE(MAX(revision), 0) AS revision FROM collection_vectors WHERE collection_id = ?';
    const [last] = await sql<{ revision: string }>(this.store.reader, text, [collection.id]);
    let steps = 0;
    for await (const { batch, revision } of loadVectors(this, collection, Number(last!.revision))) {
      if (steps++ === most) return false;
      await this.write(collection, batch, revision);
    }
    return true;
  }

  private write({ id, dimensions }: Large, { ids, labels, vectors }: VectorBatch, revision: number): Promise<unknown> {
    const texts = ids.map((_, at) => toText(vectors.subarray(at * dimensions, (at + 1) * dimensions)));
    // Entries that are gone meanwhile are left out; the others stay until the transaction ends.
    const insert = `INSERT INTO collection_vectors (entry_id, collection_id, label, revision, vector)
      SELECT entry.id, ?, given.label, ?, given.vector::vector FROM unnest(?::text[], ?::text[], ?::text[]) AS given (id, label, vector)
        JOIN collection_entries AS entry ON entry.id = given.id FOR KEY SHARE OF entry
      ON CONFLICT (entry_id) DO UPDATE SET label = EXCLUDED.label, revision = EXCLUDED.revision
        WHERE collection_vectors.revision < EXCLUDED.revision`;
    return this.store.transaction(({ manager }) => sql(manager, insert, [id, revision, ids, labels, texts]));
  }

  private async find(collection: Large, query: NearQuery): Promise<NearEntry[] | undefined> {
    const { limit, labels, minSimilarity } = query;
    // Behind a label, a graph finds few: it leads to the nearest entries of any label, and these may all have others.
    if (labels ? !(await this.isNarrow(collection, labels)) : limit > MAX_IN_GRAPH) return undefined;
    const found = await this.ask(collection, query);
    // Very many deleted entries may stay in the graph for a while, in the places of others.
    if (!labels && found.length < limit) return undefined;
    return found.filter(({ similarity }) => similarity >= minSimilarity - ROUNDING);
  }

  private async isNarrow({ id }: Large, labels: readonly (string | null)[]): Promise<boolean> {
    const text = `SELECT 1 AS one FROM collection_vectors WHERE collection_id = ? ${labelled(labels)} OFFSET ${this.sizes.narrow} LIMIT 1`;
    return (await sql(this.store.reader, text, [id, named(labels)])).length === 0;
  }

  /** With labels, every entry that has one of them is compared; without, those that the graph leads to. */
  private async ask({ id, dimensions }: Large, { vector, limit, labels }: NearQuery): Promise<NearEntry[]> {
    const half = `halfvec(${dimensions})`;
    // Written as in the index, PostgreSQL uses the graph.
    const order = labels ? 'vector <#> ?::vector' : `vector::${half} <#> ?::${half}`;
    // The settings end with the statement. The search depends on them, so that they come first.
    const text = `WITH setting AS MATERIALIZED (SELECT set_config('hnsw.ef_search', '${BREADTH}', true) AS breadth,
        set_config('hnsw.iterative_scan', 'relaxed_order', true) AS further)
      SELECT near.entry_id AS id, -(near.vector <#> ?::vector) AS similarity FROM setting, LATERAL (
        SELECT entry_id, vector FROM collection_vectors
        WHERE collection_id = '${id}' AND setting.breadth <> '' ${labels ? labelled(labels) : ''}
        ORDER BY ${order} LIMIT ${limit}) AS near`;
    const given = toText(vector);
    const rows = await sql<NearEntry>(this.store.reader, text, [given, ...(labels ? [named(labels)] : []), given]);
    return rows.toSorted((one, other) => other.similarity - one.similarity);
  }

  /** One process builds, and the others search in memory until it is done. */
  private async build(collection: Large): Promise<void> {
    const { id, dimensions } = collection;
    await this.connected(async (client) => {
      await client.query(`SET lock_timeout = '${PATIENCE}'`);
      // Dropping the extension drops the column.
      const columns = "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('collection_vectors') AND attname = 'vector'";
      if ((await client.query(columns)).rowCount === 0) await client.query('DROP TABLE IF EXISTS collection_vectors');
      await client.query(TABLE);
      await dropStrays(client);
      await this.update({ ...collection, revision: Infinity });
      // In one process of the server, because the shared memory of containers is small.
      await client.query(
        `SET maintenance_work_mem = '${MEMORY}'; SET max_parallel_maintenance_workers = 0; SET lock_timeout = 0`,
      );
      await client.query(
        `CREATE INDEX CONCURRENTLY ${graphOf(collection)} ON collection_vectors
          USING hnsw ((vector::halfvec(${dimensions})) halfvec_ip_ops) WHERE collection_id = '${id}'`,
      );
      await this.update({ ...collection, revision: Infinity });
    });
  }

  /**
   * Works on a connection of its own, beside all other work, because a graph is built for minutes. Does nothing without the extension
   * (0.8 or later), which the owner of the database creates, and while another process is at it.
   */
  private async connected(work: (client: Client) => Promise<void>): Promise<void> {
    const { url } = this.store.reader.connection.options as { url: string };
    const client = new Client({ connectionString: url, application_name: 'percept graphs' });
    client.on('error', () => undefined);
    await client.connect();
    // It does not keep the process alive: another one builds what is missing.
    (client as Client & { unref(): void }).unref();
    const isSo = async (text: string): Promise<boolean> => (await client.query<{ so: boolean }>(text)).rows[0]?.so === true;
    try {
      const isFree = "SELECT pg_try_advisory_lock(hashtext('percept graphs')) AS so";
      const isThere = `SELECT string_to_array(extversion, '.')::int[] >= '{0,8}' AS so FROM pg_extension WHERE extname = 'vector'`;
      if ((await isSo(isThere)) && (await isSo(isFree))) await work(client);
      else this.pause();
    } finally {
      await client.end();
    }
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS collection_vectors (
    entry_id text COLLATE "C" PRIMARY KEY REFERENCES collection_entries (id) ON DELETE CASCADE,
    collection_id text COLLATE "C" NOT NULL,
    label text COLLATE "C",
    revision bigint NOT NULL,
    vector vector NOT NULL
  );
  CREATE INDEX IF NOT EXISTS collection_vectors_revision ON collection_vectors (collection_id, revision);
  CREATE INDEX IF NOT EXISTS collection_vectors_label ON collection_vectors (collection_id, label)`;

/** Drops graphs of collections that are gone or have vectors of another length, and graphs that were not finished. */
async function dropStrays(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
      WHERE indrelid = to_regclass('collection_vectors') AND starts_with(relname, $1)
        AND (NOT indisvalid OR relname NOT IN (SELECT $1 || id || '_' || COALESCE(dimensions, 0) || '_half' FROM collections))`,
    [PREFIX],
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
}

const graphOf = ({ id, dimensions }: Large): string => `${PREFIX}${id}_${dimensions}_half`;
const labelled = (labels: readonly (string | null)[]): string =>
  `AND (label = ANY(?)${labels.includes(null) ? ' OR label IS NULL' : ''})`;
const named = (labels: readonly (string | null)[]): (string | null)[] => labels.filter((label) => label !== null);
const toText = (vector: Float32Array): string => `[${vector.join(',')}]`;
