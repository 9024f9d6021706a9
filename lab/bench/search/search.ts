import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrivatePostgres, withoutPostgres } from '../../../test/harness/postgres';
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
const NEAREST = 10;

async function ask<T>({ url, key }: Service, path: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Found {
  first_s: number;
  median_ms: number;
  p95_ms: number;
  rss_mb: number;
}

/** A service on an empty database, and what fills a collection of it. */
interface Place {
  name: 'SQLite' | 'PostgreSQL';
  service: Service;
  fill: (id: string, size: number) => Promise<void>;
}

/** Searches over HTTP by vector, one at a time. */
async function measureSize({ service, fill }: Place, size: number): Promise<Found> {
  const name = `texts-${size}`;
  const { id } = await ask<{ id: string }>(service, '/v2/collections', { name, kind: 'texts' });
  await fill(id, size);
  const query = vectorsOf(99);
  const search = async (): Promise<number> => {
    const vector = [...query()];
    const started = performance.now();
    const { entries } = await ask<{ entries: unknown[] }>(service, `/v2/collections/${name}/search`, { vector, limit: NEAREST });
    if (entries.length !== NEAREST) throw new Error(`${entries.length} entries were found, and ${NEAREST} are there.`);
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

async function onSqlite(later: Later): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-search-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const service = await Service.start({ PERCEPT_DATA_DIR: folder, PERCEPT_PRELOAD: '' });
  later(() => service.stop());
  return { name: 'SQLite', service, fill: (id, size) => fillSqlite(join(folder, 'percept.sqlite'), id, size) };
}

async function onPostgres(later: Later): Promise<Place> {
  const postgres = await PrivatePostgres.start();
  later(() => postgres.stop());
  const url = await postgres.database();
  const service = await Service.start({ PERCEPT_DATABASE_URL: url, PERCEPT_PRELOAD: '' });
  later(() => service.stop());
  return { name: 'PostgreSQL', service, fill: (id, size) => fillPostgres(url, id, size) };
}

/** How many of the nearest are found, by numbers that are surely the nearest: those of the first peer, which compares with all. */
async function measurePeers(
  sizes: readonly number[],
  figures: Record<string, number>,
  { say, later }: { say: MeasureOptions['say']; later: Later },
) {
  const { peers, versions } = await searchPeers(later);
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
      for (let count = 0; count <= SEARCHES; count++) {
        const vector = query();
        const asked = performance.now();
        found.push(await peer.search(vector, NEAREST));
        times.push(performance.now() - asked);
      }
      nearest ??= found;
      const hits = found.reduce((sum, each, index) => sum + each.filter((number) => nearest![index]!.includes(number)).length, 0);
      const p95 = quantile(times.slice(1), 0.95);
      const share = hits / (found.length * NEAREST);
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
  for (const open of withoutPostgres ? [onSqlite] : [onSqlite, onPostgres])
    await withCleanup(async (closed) => {
      const place = await open(closed);
      for (const size of sizes) {
        say(`${place.name}, ${size.toLocaleString('en')} vectors of ${DIMENSIONS} numbers …`);
        const found = await measureSize(place, size);
        const prefix = place.name === 'SQLite' ? '' : 'postgres_';
        for (const [figure, value] of Object.entries(found)) figures[`${prefix}${figure}_${size}`] = value;
        rows.push([`Percept on ${place.name}, exact, over HTTP`, size, found.first_s, found.median_ms, found.p95_ms, 1]);
      }
    });
  const peers = await measurePeers(sizes, figures, { say, later });
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
