import { removeWhereOwner, type Removal, type RemovalOptions, type Store } from '@percept/core';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOlderThan } from '../retention/file-age';
import { deleteUploads, expiredUploads, knownUploads } from './upload.repository';
import { uploadsIn } from './uploads';

const UPLOADS = { table: 'uploads', key: ['id'], owner: 'project_id' };
/** A file without a row may be of a request that is under way. */
const UNKNOWN_KEPT_MS = 3_600_000;

/** Removes uploads that have expired, and files that killed processes left behind. */
export async function* removeExpiredUploads(store: Store, dataDir: string, { now, batch }: RemovalOptions): Removal {
  for (let removed = batch; removed === batch;) {
    const ids = await expiredUploads(store.reader, now, batch);
    await removeFiles(dataDir, ids);
    removed = ids.length === 0 ? 0 : await store.transaction(({ manager }) => deleteUploads(manager, ids));
    yield removed;
  }
  const names = await readdir(uploadsIn(dataDir)).catch(() => []);
  for (let from = 0; from < names.length; from += batch) {
    const some = names.slice(from, from + batch);
    const known = await knownUploads(store.reader, some);
    const unknown = some.filter((name) => !known.has(name));
    const old = await Promise.all(unknown.map((name) => isOlderThan(join(uploadsIn(dataDir), name), now - UNKNOWN_KEPT_MS)));
    const left = unknown.filter((_, index) => old[index]);
    await removeFiles(dataDir, left);
    yield left.length;
  }
}

/** Removes the uploads of a project. */
export async function* removeUploadsOf(
  store: Store,
  dataDir: string,
  { projectId, batch }: { projectId: string; batch: number },
): Removal {
  const isOwner = (owner: string): boolean => owner === projectId;
  yield* removeWhereOwner(store, { ...UPLOADS, isOwner, batch }, (_, ids) => removeFiles(dataDir, ids));
}

async function removeFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(join(uploadsIn(dataDir), id), { force: true });
}
