import type { Removal, RemovalOptions, Store } from '@percept/core';
import { countChange, deleteCollection, listCollections } from './collection.repository';
import { eraseEntries, expiredEntries, someEntries, strayCollections } from './entry.repository';

/** Removes entries that have expired. */
export async function* removeExpiredEntries(store: Store, { now, batch }: RemovalOptions): Removal {
  for (let found = batch; found === batch;) {
    const expired = await expiredEntries(store.reader, now, batch);
    found = expired.length;
    const collections = new Set(expired.map(({ collection_id }) => collection_id));
    for (const id of collections) {
      const ids = expired.filter((row) => row.collection_id === id).map((row) => row.id);
      yield await store.transaction(async ({ manager }) => {
        const removed = await eraseEntries(manager, id, ids);
        if (removed > 0) await countChange(manager, { id, added: -removed, now });
        return removed;
      });
    }
  }
}

/** Removes a collection with its entries. The collection goes first, so that no entries are added meanwhile. */
export async function* removeCollection(store: Store, id: string, batch: number): Removal {
  yield await store.transaction(async ({ manager }) => {
    await deleteCollection(manager, id);
    return 1;
  });
  yield* removeEntriesOf(store, id, batch);
}

async function* removeEntriesOf(store: Store, collectionId: string, batch: number): Removal {
  for (;;) {
    const ids = await someEntries(store.reader, { collectionId, limit: batch });
    if (ids.length === 0) return;
    yield await store.transaction(({ manager }) => eraseEntries(manager, collectionId, ids));
  }
}

/** Removes entries whose collection is gone: a process ended while it removed them. */
export async function* removeStrayEntries(store: Store, { batch }: RemovalOptions): Removal {
  for (const id of await strayCollections(store.reader)) yield* removeEntriesOf(store, id, batch);
}

/** Removes the collections of a project that gets no new ones. Each is found again until its entries are gone. */
export async function* removeProjectCollections(
  store: Store,
  { projectId, batch }: { projectId: string; batch: number },
): Removal {
  for (const { id } of await listCollections(store.reader, projectId)) {
    yield* removeEntriesOf(store, id, batch);
    yield* removeCollection(store, id, batch);
  }
}
