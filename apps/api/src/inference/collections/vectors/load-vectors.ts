import type { Store } from '@percept/core';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CollectionEntity } from '../collection.entity';
import { floatsFrom, vectorsSince, type VectorRow } from '../entry.repository';
import type { EntrySeal } from '../entry-seal';
import type { VectorBatch } from './vector-table';

/** Rows of one step: the main thread has to decode them. */
const STEP = 1_000;

/**
 * The vectors of a collection that changed after a revision, step by step, and at least up to the collection's own: one that grows
 * all the time has no last change. Each step has the revision that it reaches.
 */
export async function* loadVectors(
  { store, seal }: { store: Store; seal: EntrySeal },
  { id, dimensions, revision: last }: Pick<CollectionEntity, 'id' | 'dimensions' | 'revision'>,
  since = 0,
): AsyncGenerator<{ batch: VectorBatch; revision: number }> {
  for (let revision = since; revision < last;) {
    const rows = await vectorsSince(store.reader, { collectionId: id, revision, limit: STEP });
    if (rows.length === 0) return;
    revision = rows.at(-1)!.revision;
    yield { batch: batchFrom(rows, dimensions!, seal), revision };
    await nextTurn();
  }
}

function batchFrom(rows: VectorRow[], dimensions: number, seal: EntrySeal): VectorBatch {
  const vectors = new Float32Array(rows.length * dimensions);
  for (const [index, { id, vector }] of rows.entries()) vectors.set(floatsFrom(seal.open(id, vector)), index * dimensions);
  return { ids: rows.map(({ id }) => id), labels: rows.map(({ label }) => label), vectors };
}
