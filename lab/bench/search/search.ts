import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binariesWithVector, PrivatePostgres, withoutPostgres } from '../../../test/harness/postgres';
import { waitFor } from '../../../test/harness/wait-for';
import { MemoryWatch } from '../probes/memory-watch';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { median, quantile } from '../runner/statistics';
import { Service } from '../service';
import { fillPostgres, fillSqlite } from './filled';
import { searchPeers } from './peers';
import { DIMENSIONS, vectorsOf } from './vectors';

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK = [2_000];
const SEARCHES = 100;
/** Of peers that take a second for each. */
const SLOW_SEARCHES = 20;
const NEAREST = 10;
/** Vectors from which a service with pgvector builds a graph, and the most for which it does so within minutes. */
const GRAPHS = { from: 100_000, to: 100_000 };
const GRAPH_MS = 1_800_000;

async function ask<T>({ url, key }: Service, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { ...sent, headers });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Found {
  first_s: number;
  /** Until a graph is built. */
  graph_s?: number;
  median_ms: number;
  p95_ms: number;
  rss_mb: number;
}

/** A service on an empty database, and what fills a collection of it. */
interface Place {
  name: 'SQLite' | 'PostgreSQL' | 'PostgreSQL with pgvector';
  service: Service;
  fill: (id: string, size: number) => Promise<void>;
}

/** Searches over HTTP by vector, one at a time. */
async function measureSize({ name: place, service, fill }: Place, size: number): Promise<{ figures: Found; found: string[][] }> {
  const name = `texts-${size}`;
  const { id } = await ask<{ id: string }>(service, '/v2/collections', { name, kind: 'texts' });
  await fill(id, size);
  const query = vectorsOf(99);
  const found: string[][] = [];
  const search = async (): Promise<number> => {
    const vector = [...query()];
    const started = performance.now();
    const path = `/v2/collections/${name}/search`;
    const { entries } = await ask<{ entries: { text: string }[] }>(service, path, { vector, limit: NEAREST });
    if (entries.length !== NEAREST) throw new Error(`${entries.length} entries were found, and ${NEAREST} are there.`);
    found.push(entries.map(({ text }) => text));
    return performance.now() - started;
  };
  const graph_s = place === 'PostgreSQL with pgvector' ? await untilGraph(service, name) : undefined;
  const { result, peakMb } = await new MemoryWatch(service.pid).during(async () => {
    const first = await search();
    const times: number[] = [];
    for (let count = 0; count < SEARCHES; count++) times.push(await search());
    return { first, times };
  });
  const figures = {
    first_s: result.first / 1000,
    ...(graph_s !== undefined && { graph_s }),
    median_ms: median(result.times),
    p95_ms: quantile(result.times, 0.95),
    rss_mb: peakMb,
  };
  return { figures, found };
}

/** An entry that is added makes the service look at the collection. @returns the seconds that its graph took. */
async function untilGraph(service: Service, name: string): Promise<number> {
  const started = performance.now();
  const vector = Buffer.from(vectorsOf(98)().buffer).toString('base64');
  const body = JSON.stringify({ text: 'added', vector, model: 'bench', model_version: '1', dimensions: DIMENSIONS });
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' };
  const added = await fetch(`${service.url}/v2/collections/${name}/import`, { method: 'POST', headers, body });
  if (!added.ok) throw new Error(`The import was answered with ${added.status}: ${await added.text()}`);
  const isBuilt = async () => (await ask<{ searched_in: string }>(service, `/v2/collections/${name}`)).searched_in === 'database';
  await waitFor(isBuilt, { timeout: GRAPH_MS, interval: 500 });
  return (performance.now() - started) / 1000;
}

async function onSqlite(later: Later): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-search-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const service = await Service.start({ PERCEPT_DATA_DIR: folder, PERCEPT_PRELOAD: '' });
  later(() => service.stop());
  return { name: 'SQLite', service, fill: (id, size) => fillSqlite(join(folder, 'percept.sqlite'), id, size) };
}

async function onPostgres(postgres: PrivatePostgres, name: Place['name'], later: Later): Promise<Place> {
  const url = await postgres.database();
  if (name !== 'PostgreSQL') await postgres.query('CREATE EXTENSION vector', url);
  const service = await Service.start({ PERCEPT_DATABASE_URL: url, PERCEPT_PRELOAD: '' });
  later(() => service.stop());
  return { name, service, fill: (id, size) => fillPostgres(url, id, size) };
}

/** How many of the nearest are found. */
function shareOf(found: readonly unknown[][], nearest: readonly unknown[][]): number {
  const hits = found.reduce((sum, each, at) => sum + each.filter((entry) => nearest[at]!.includes(entry)).length, 0);
  return hits / (found.length * NEAREST);
}

/** How many of the nearest are found, by numbers that are surely the nearest: those of the first peer, which compares with all. */
async function measurePeers(
  sizes: readonly number[],
  figures: Record<string, number>,
  { say, url, later }: { say: MeasureOptions['say']; url: string | undefined; later: Later },
) {
  const { peers, versions } = await searchPeers(url, later);
  const rows: (string | number)[][] = [];
  for (const size of sizes) {
    let nearest: number[][] | undefined;
    for (const peer of peers.filter(({ most }) => most >= size)) {
      say(`${peer.name}, ${size.toLocaleString('en')} vectors …`);
      const started = performance.now();
      await peer.build(size);
      const built = (performance.now() - started) / 1000;
      const query = vectorsOf(99);
      const times: number[] = [];
      const found: number[][] = [];
      const searches = size > GRAPHS.to ? SLOW_SEARCHES : SEARCHES;
      for (let count = 0; count <= searches; count++) {
        const vector = query();
        const asked = performance.now();
        found.push(await peer.search(vector, NEAREST));
        times.push(performance.now() - asked);
      }
      nearest ??= found;
      const p95 = quantile(times.slice(1), 0.95);
      const share = shareOf(found, nearest);
      Object.assign(figures, { [`${peer.key}_p95_ms_${size}`]: p95, [`${peer.key}_found_${size}`]: share });
      rows.push([peer.name, size, built, median(times.slice(1)), p95, share]);
    }
  }
  return { rows, versions };
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const sizes = quick ? QUICK : SIZES;
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  const bin = binariesWithVector();
  const postgres = withoutPostgres ? undefined : await PrivatePostgres.start(undefined, bin);
  later(() => postgres?.stop());
  const nearest = new Map<number, string[][]>();
  const graphs = sizes.filter((size) => size >= GRAPHS.from && size <= GRAPHS.to);
  const places: [Place['name'], readonly number[]][] = [
    ['SQLite', sizes],
    ...(postgres ? [['PostgreSQL', sizes] as [Place['name'], readonly number[]]] : []),
    ...(bin ? [['PostgreSQL with pgvector', graphs] as [Place['name'], readonly number[]]] : []),
  ];
  for (const [name, its] of places)
    await withCleanup(async (closed) => {
      if (its.length === 0) return;
      const place = name === 'SQLite' ? await onSqlite(closed) : await onPostgres(postgres!, name, closed);
      for (const size of its) {
        say(`${name}, ${size.toLocaleString('en')} vectors of ${DIMENSIONS} numbers …`);
        const { figures: measured, found } = await measureSize(place, size);
        if (name === 'SQLite') nearest.set(size, found);
        const share = shareOf(found, nearest.get(size)!);
        const prefix = { SQLite: '', PostgreSQL: 'postgres_', 'PostgreSQL with pgvector': 'pgvector_service_' }[name];
        for (const [figure, value] of Object.entries({ ...measured, found: share }))
          figures[`${prefix}${figure}_${size}`] = value;
        rows.push([
          `Percept on ${name}, over HTTP`,
          size,
          measured.graph_s ?? measured.first_s,
          measured.median_ms,
          measured.p95_ms,
          share,
        ]);
      }
    });
  const peers = await measurePeers(sizes, figures, { say, later, url: bin && (await postgres!.database()) });
  const table = {
    title: 'Searches for the 10 nearest; the peers have no service around them',
    head: ['store', 'vectors', 'ready after s', 'median ms', 'p95 ms', 'nearest found'],
    rows: [...rows, ...peers.rows],
  };
  return { name: 'search', ratios: {}, figures, tables: [table], against: peers.versions };
}

export const search: Measurement = {
  name: 'search',
  summary:
    'Time of a search in a collection of 10,000, 100,000 and 1,000,000 vectors over HTTP, on SQLite and PostgreSQL, beside other stores of vectors.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
