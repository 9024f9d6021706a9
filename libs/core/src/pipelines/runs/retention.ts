import { rm } from 'node:fs/promises';
import { idsThatEnded, removeBelow, type Removal, type RemovalOptions, type RetentionRule } from '../../durable/retention';
import { sql, type Store } from '../../durable/database';
import { parseS3Url } from '../../durable/object-storage';
import { runFolderPath } from '../outputs';
import type { RunFiles } from './artifact';

const RUNS = { table: 'runs', createdAt: 'created_at', endedAt: 'ended_at' };
const CACHE = { table: 'cached_results', key: ['key'], column: 'expires_at' };

/** Removes runs that ended, with their items and the files that they wrote below `<dataDir>/runs` or its place in object storage. */
export const runRetention = (store: Store, files: RunFiles, keepMs: number): RetentionRule => ({
  kind: 'runs',
  keepMs,
  remove: (options) => removeRuns(store, files, options),
});

/** Removes cached results that have expired; `cache` of a step says when. */
export const cacheRetention = (store: Store): RetentionRule => ({
  kind: 'cached_results',
  keepMs: 0,
  remove: ({ now, batch }) => removeBelow(store, { ...CACHE, bound: now }, batch),
});

async function* removeRuns(store: Store, files: RunFiles, options: RemovalOptions): Removal {
  for await (const ids of idsThatEnded(store, RUNS, options)) {
    // Reading is a step of its own, also when nothing is removed.
    yield 0;
    for (const id of ids) yield* removeRun(store, files, id, options);
  }
}

/** Removes the run itself last, so that the next sweep continues one that was interrupted. */
export async function* removeRun(store: Store, files: RunFiles, id: string, { before, batch }: RemovalOptions): Removal {
  const old = 'SELECT id FROM runs WHERE id = ? AND ended_at < ?';
  const items = `SELECT step, sort FROM run_items WHERE run_id IN (${old}) LIMIT ${batch}`;
  const removeItems = `DELETE FROM run_items WHERE run_id = ? AND (step, sort) IN (${items}) RETURNING 1 AS one`;
  await removeFiles(files, id);
  for (let removed = batch; removed === batch;) {
    removed = await store.transaction(async ({ manager }) => (await sql(manager, removeItems, [id, id, before])).length);
    yield 0;
  }
  yield await store.transaction(async ({ manager }) => {
    // A retry may have opened the run again in the meantime.
    const removed = await sql(manager, `DELETE FROM runs WHERE id = ? AND ended_at < ? RETURNING id`, [id, before]);
    if (removed.length > 0) await sql(manager, 'DELETE FROM run_steps WHERE run_id = ?', [id]);
    if (removed.length > 0) await sql(manager, 'DELETE FROM run_shards WHERE run_id = ?', [id]);
    return removed.length;
  });
}

async function removeFiles({ dataDir, objects }: RunFiles, id: string): Promise<void> {
  await rm(runFolderPath(dataDir, id), { recursive: true, force: true });
  const shared = objects.runFolder(id);
  if (shared) await objects.storage.removeAll(parseS3Url(`${shared}/`));
}
