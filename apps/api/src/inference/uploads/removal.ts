import { RowRemover, type Removal, type RemovalOptions, type Store } from '@percept/core';
import { deleteUploads, expiredUploads, knownUploads } from './upload.repository';
import type { UploadFiles } from './upload-files';

const UPLOADS = { table: 'uploads', key: ['id'], owner: 'project_id' };
/** A file without a row may belong to a request in progress, so it is kept this long. */
const UNKNOWN_KEPT_MS = 3_600_000;

/** Removes uploads that have expired, and files that killed processes left behind. */
export async function* removeExpiredUploads(store: Store, files: UploadFiles, { now, batch }: RemovalOptions): Removal {
  for (let removed = batch; removed === batch;) {
    const ids = await expiredUploads(store.reader, now, batch);
    await files.remove(ids);
    removed = ids.length === 0 ? 0 : await store.transaction(({ manager }) => deleteUploads(manager, ids));
    yield removed;
  }
  for await (const names of files.olderThan(now - UNKNOWN_KEPT_MS)) {
    for (let from = 0; from < names.length; from += batch) {
      const some = names.slice(from, from + batch);
      const known = await knownUploads(store.reader, some);
      const left = some.filter((name) => !known.has(name));
      await files.remove(left);
      yield left.length;
    }
  }
}

/** Removes the uploads of a project. */
export async function* removeProjectUploads(
  store: Store,
  files: UploadFiles,
  { projectId, batch }: { projectId: string; batch: number },
): Removal {
  const isOwner = (owner: string): boolean => owner === projectId;
  yield* new RowRemover(store).whereOwner({ ...UPLOADS, isOwner, batch }, (_, ids) => files.remove(ids));
}
