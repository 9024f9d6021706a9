import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite';
import { MemoryWatch } from '../probes/memory-watch';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { median, quantile } from '../runner/statistics';
import { Service } from '../service';

/** Numbers of the vectors of texts. */
const DIMENSIONS = 384;
const SIZES = [10_000, 100_000, 1_000_000];
const QUICK = [2_000];
const SEARCHES = 100;
/** Entries of a transaction. */
const STEP = 10_000;
/** Middles that vectors are around, as texts are around topics. */
const TOPICS = 200;
const SPREAD = 1.5;

/** Numbers that are always the same, from -0.5 to 0.5 (xorshift). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
}

/** Unit vectors around topics. */
function vectorsOf(seed: number): () => Float32Array {
  const topics = numbers(7);
  const middles = Array.from({ length: TOPICS }, () => Float32Array.from({ length: DIMENSIONS }, topics));
  const next = numbers(seed);
  return () => {
    const middle = middles[Math.floor((next() + 0.5) * TOPICS)]!;
    const vector = middle.map((value) => value + SPREAD * next());
    let sum = 0;
    for (const value of vector) sum += value * value;
    const length = Math.sqrt(sum);
    return vector.map((value) => value / length);
  };
}

async function ask<T>({ url, key }: Service, path: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Writes a collection of that size into the file of a service that runs: an import would take longer than the measurement. */
async function fill(service: Service, file: string, size: number): Promise<string> {
  const name = `texts-${size}`;
  const { id } = await ask<{ id: string }>(service, '/v2/collections', { name, kind: 'texts' });
  const database = openSqliteFile(file, { timeout: 30_000 });
  const insert = database.prepare(
    `INSERT INTO collection_entries (id, project_id, collection_id, label, text, metadata, has_picture, vector, picture, revision, created_at, expires_at)
      SELECT ?, project_id, id, ?, ?, '{}', 0, ?, NULL, ?, 0, NULL FROM collections WHERE id = ?`,
  );
  const next = vectorsOf(size);
  const add = database.transaction((from: number) => {
    for (let number = from; number < Math.min(from + STEP, size); number++) {
      const { buffer, byteLength } = next();
      const vector = Buffer.from(buffer, 0, byteLength).toString('base64');
      insert.run(`ent_${size}_${number}`, `topic-${number % 20}`, `text ${number}`, vector, number + 1, id);
    }
  });
  for (let from = 0; from < size; from += STEP) add(from);
  database
    .prepare(
      `UPDATE collections SET model_name = 'bench', model_version = '1', dimensions = ?, entries = ?, revision = ? WHERE id = ?`,
    )
    .run(DIMENSIONS, size, size, id);
  database.close();
  return name;
}

interface Found {
  first_s: number;
  median_ms: number;
  p95_ms: number;
  rss_mb: number;
}

/** Searches over HTTP by vector, one at a time. */
async function measureSize(service: Service, file: string, size: number): Promise<Found> {
  const name = await fill(service, file, size);
  const query = vectorsOf(99);
  const search = async (): Promise<number> => {
    const vector = [...query()];
    const started = performance.now();
    const { entries } = await ask<{ entries: unknown[] }>(service, `/v2/collections/${name}/search`, { vector, limit: 10 });
    if (entries.length !== 10) throw new Error(`${entries.length} entries were found, and 10 are there.`);
    return performance.now() - started;
  };
  const { result, peakMb } = await new MemoryWatch(service.pid).during(async () => {
    const first = await search();
    const times: number[] = [];
    for (let count = 0; count < SEARCHES; count++) times.push(await search());
    return { first, times };
  });
  return {
    first_s: result.first / 1000,
    median_ms: median(result.times),
    p95_ms: quantile(result.times, 0.95),
    rss_mb: peakMb,
  };
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-search-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const service = await Service.start({ PERCEPT_DATA_DIR: folder, PERCEPT_PRELOAD: '' });
  later(() => service.stop());
  const figures: Record<string, number> = {};
  for (const size of quick ? QUICK : SIZES) {
    say(`${size.toLocaleString('en')} vectors of ${DIMENSIONS} numbers …`);
    const found = await measureSize(service, join(folder, 'percept.sqlite'), size);
    for (const [figure, value] of Object.entries(found)) figures[`${figure}_${size}`] = value;
  }
  return { name: 'search', ratios: {}, figures, tables: [] };
}

export const search: Measurement = {
  name: 'search',
  summary: 'Time of a search in a collection of 10,000, 100,000 and 1,000,000 vectors over HTTP, on SQLite.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
