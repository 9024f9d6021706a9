import type { Removal, RemovalOptions, Store } from '@percept/core';
import { deleteKeys, keysThatEnded } from './api-key.repository';

/**
 * Removes the keys that ended before that time. They are kept as long as the audit log that names them. Keys that a saved pipeline
 * names stay.
 */
export async function* removeEndedKeys(store: Store, { before, batch }: Pick<RemovalOptions, 'before' | 'batch'>): Removal {
  for (let removed = batch; removed === batch;) {
    removed = await store.transaction(async ({ manager }) => deleteKeys(manager, await keysThatEnded(manager, before, batch)));
    yield removed;
  }
}
