import { rm } from 'node:fs/promises';
import { idsThatEnded, removeBelow, type Removal, type RemovalOptions, type RetentionRule } from '../../durable/retention';
import type { Store } from '../../durable/database';
import { parseS3Url } from '../../durable/object-storage';
import { runFolderPath } from '../outputs';
import type { RunFiles } from './artifact';
import { deleteItems } from './items/item.repository';
import { deleteEndedRun } from './run.repository';

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
  await removeFiles(files, id);
  for (let removed = batch; removed === batch;) {
    removed = await store.transaction(({ manager }) => deleteItems(manager, id, { before, batch }));
    yield 0;
  }
  yield (await store.transaction(({ manager }) => deleteEndedRun(manager, id, before))) ? 1 : 0;
}

async function removeFiles({ dataDir, objects }: RunFiles, id: string): Promise<void> {
  await rm(runFolderPath(dataDir, id), { recursive: true, force: true });
  const shared = objects.runFolder(id);
  if (shared) await objects.storage.removeAll(parseS3Url(`${shared}/`));
}
