import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite';
import { hasPeer, installed, requirePeer } from '../../peers';
import type { Later } from '../runner/cleanup';
import { allVectors, DIMENSIONS } from './vectors';

/** Graphs of more vectors take longer to build than the rest of the measurement. */
const MOST_IN_GRAPH = 100_000;
const STEP = 1_000;

/** What finds the nearest vectors, without a service around it. */
export interface Peer {
  name: string;
  /** In the names of its figures. */
  key: string;
  /** The most vectors that it is measured with. */
  most: number;
  build: (size: number) => Promise<void>;
  /** Numbers of the nearest vectors. */
  search: (vector: Float32Array, count: number) => Promise<number[]>;
}

/** Those that are installed. @param url of a PostgreSQL with pgvector. */
export async function searchPeers(url: string | undefined, later: Later): Promise<{ peers: Peer[]; versions: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-peers-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const found = ['sqlite-vec', 'hnswlib-node'].filter(hasPeer);
  const postgres = url ? await pgvector(url, later) : { peers: [], versions: [] };
  const peers = [
    ...(found.includes('sqlite-vec') ? [sqliteVec(folder)] : []),
    ...(found.includes('hnswlib-node') ? [hnswlib()] : []),
  ];
  return { peers: [...peers, ...postgres.peers], versions: [...installed(...found), ...postgres.versions] };
}

/** Vectors of a size with their numbers, step by step: those of the collection of that size. */
function* batches(size: number): Generator<{ number: number; vector: Float32Array<ArrayBuffer> }[]> {
  const vectors = allVectors(size);
  for (let from = 0; from < size; from += STEP)
    yield Array.from({ length: Math.min(STEP, size - from) }, (_, index) => {
      const number = from + index;
      return { number, vector: vectors.subarray(number * DIMENSIONS, (number + 1) * DIMENSIONS) };
    });
}

/** Compares with every vector, in the process. */
function sqliteVec(folder: string): Peer {
  const { getLoadablePath } = requirePeer('sqlite-vec') as { getLoadablePath(): string };
  let database: ReturnType<typeof openSqliteFile> | undefined;
  return {
    name: 'sqlite-vec, exact',
    key: 'sqlite_vec',
    most: Infinity,
    build: async (size) => {
      database?.close();
      const open = (database = openSqliteFile(join(folder, `${size}.sqlite`), {}));
      open.loadExtension(getLoadablePath());
      open.exec(`CREATE VIRTUAL TABLE vectors USING vec0(vector float[${DIMENSIONS}] distance_metric=cosine)`);
      const insert = open.prepare('INSERT INTO vectors (rowid, vector) VALUES (?, ?)');
      const add = open.transaction((rows: { number: number; vector: Float32Array }[]) => {
        for (const { number, vector } of rows) insert.run(BigInt(number), vector);
      });
      for (const rows of batches(size)) add(rows);
    },
    search: async (vector, count) => {
      const nearest = database!.prepare('SELECT rowid FROM vectors WHERE vector MATCH ? AND k = ? ORDER BY distance');
      return (nearest.all(vector, count) as { rowid: number }[]).map(({ rowid }) => rowid);
    },
  };
}

interface Graph {
  initIndex(size: number, neighbours: number, breadth: number): void;
  addPoint(vector: number[], number: number): void;
  setEf(ef: number): void;
  searchKnn(vector: number[], count: number): { neighbors: number[] };
}

/** A graph in memory: near ones are found, mostly. */
function hnswlib(): Peer {
  const { HierarchicalNSW } = requirePeer('hnswlib-node') as { HierarchicalNSW: new (space: string, size: number) => Graph };
  let graph: Graph | undefined;
  return {
    name: 'hnswlib-node, approximate',
    key: 'hnswlib',
    most: MOST_IN_GRAPH,
    build: async (size) => {
      graph = new HierarchicalNSW('ip', DIMENSIONS);
      // As pgvector builds one.
      graph.initIndex(size, 16, 64);
      for (const rows of batches(size)) for (const { number, vector } of rows) graph.addPoint([...vector], number);
      graph.setEf(64);
    },
    search: async (vector, count) => graph!.searchKnn([...vector], count).neighbors,
  };
}

async function pgvector(url: string, later: Later): Promise<{ peers: Peer[]; versions: string[] }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  later(() => client.end());
  await client.query('CREATE EXTENSION IF NOT EXISTS vector');
  const { rows } = await client.query<{ extversion: string }>("SELECT extversion FROM pg_extension WHERE extname = 'vector'");
  // As many digits as a float has: all of a double take most of the time.
  const text = (vector: Float32Array): string => `[${Array.from(vector, (value) => value.toPrecision(8)).join(',')}]`;
  const fill = async (size: number): Promise<void> => {
    await client.query('DROP TABLE IF EXISTS bench_vectors');
    await client.query(`CREATE UNLOGGED TABLE bench_vectors (number integer, vector vector(${DIMENSIONS}))`);
    for (const batch of batches(size)) {
      const columns = [batch.map(({ number }) => number), batch.map(({ vector }) => text(vector))];
      await client.query(
        'INSERT INTO bench_vectors SELECT number, vector::vector FROM unnest($1::int[], $2::text[]) AS row (number, vector)',
        columns,
      );
    }
    await client.query('ANALYZE bench_vectors');
  };
  const search = async (vector: Float32Array, count: number): Promise<number[]> => {
    const nearest = 'SELECT number FROM bench_vectors ORDER BY vector <#> $1::vector LIMIT $2';
    return (await client.query<{ number: number }>(nearest, [text(vector), count])).rows.map(({ number }) => number);
  };
  // After `fill`.
  const index = async (): Promise<void> => {
    await client.query("SET maintenance_work_mem = '1GB'");
    await client.query('CREATE INDEX ON bench_vectors USING hnsw (vector vector_ip_ops)');
  };
  const peers: Peer[] = [
    { name: 'pgvector, exact', key: 'pgvector', most: Infinity, build: fill, search },
    { name: 'pgvector with HNSW, approximate', key: 'pgvector_hnsw', most: MOST_IN_GRAPH, build: index, search },
  ];
  return { peers, versions: [`pgvector ${rows[0]!.extversion}`] };
}
