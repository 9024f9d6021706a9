import { Injectable } from '@nestjs/common';
import { Condition, Store, type Share } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { CollectionEntity, CollectionKind } from './collection.entity';
import { findCollection } from './collection.repository';
import type { EntryEntity } from './entry.entity';
import { findEntries, floatsFrom, readEntryVector } from './entry.repository';
import { VectorIndex } from './vectors/vector-index';
import type { NearEntry, NearQuery } from './vectors/vector-table';

/** The most near entries that a filter looks at, and those that it looks at first. */
const MAX_CANDIDATES = 20_000;
const FIRST_CANDIDATES = 1_000;
const STEP = 500;
/** The most entries of which all pairs are compared. */
const MAX_PAIRED = 20_000;
/**
 * The least similarity of entries that are nearly the same, chosen with `npm run eval -- duplicates`. Pictures of one place are all
 * alike.
 */
export const SAME_FROM: Record<CollectionKind, number> = { pictures: 0.8, states: 0.95, texts: 0.95, faces: 0.95 };

interface FoundRow {
  row: EntryEntity;
  similarity: number;
}

interface SearchOptions {
  limit: number;
  min_similarity: number;
  labels?: string[];
  filter?: string;
  /** An entry to leave out of the results: the one that was searched with. */
  without?: string;
}

/** Finds entries that are near to a vector, and entries that are near to each other. */
@Injectable()
export class CollectionSearch {
  constructor(
    private readonly store: Store,
    private readonly index: VectorIndex,
  ) {}

  /** The vector of an entry. @throws INVALID_REQUEST for `entry`. */
  async vectorOf({ id }: CollectionEntity, entry: string): Promise<Float32Array> {
    const vector = await readEntryVector(this.store.reader, id, entry);
    if (vector === undefined) throw PerceptError.invalid('entry', `the collection has no entry '${entry.slice(0, 60)}'.`);
    return floatsFrom(this.index.seal.open(entry, vector));
  }

  /** The nearest first. @param vector of the length 1. @throws INVALID_REQUEST for `filter` and for a vector of another size. */
  async search(collection: CollectionEntity, vector: Float32Array, options: SearchOptions): Promise<FoundRow[]> {
    const passes = options.filter === undefined ? undefined : toFilter(options.filter);
    // The search must also see changes since the collection was looked up.
    const current = await findCollection(this.store.reader, collection.project_id, collection.id);
    if (!current || current.dimensions === null) return [];
    if (vector.length !== current.dimensions)
      throw PerceptError.invalid(
        'vector',
        `has ${vector.length} numbers, and those of the collection have ${current.dimensions}.`,
      );
    const { limit, min_similarity: minSimilarity, labels, without } = options;
    const wanted = limit + (without === undefined ? 0 : 1);
    for (let most = passes ? FIRST_CANDIDATES : wanted; ; most = Math.max(most, Math.min(20 * most, MAX_CANDIDATES))) {
      const query: NearQuery = { vector, limit: most, minSimilarity, labels };
      const all = await this.index.search(current, query);
      const near = all.filter(({ id }) => id !== without);
      const { found, gone } = await this.rows(current, near, { limit, passes });
      if (gone.length > 0) await this.index.forget(current, gone);
      // Entries that are gone, or that the filter leaves out, took the places of others.
      const isWhole = !passes || all.length < most || most === MAX_CANDIDATES;
      if (found.length === limit || (gone.length === 0 && isWhole)) return found;
    }
  }

  /** The rows of entries, and the ids of those that have been deleted since. */
  private async rows(
    { id }: CollectionEntity,
    near: NearEntry[],
    { limit, passes = () => true }: { limit: number; passes?: (row: EntryEntity) => boolean },
  ): Promise<{ found: FoundRow[]; gone: string[] }> {
    const found: FoundRow[] = [];
    const gone: string[] = [];
    for (let from = 0; from < near.length && found.length < limit; from += STEP) {
      const some = near.slice(from, from + STEP);
      const rows = await findEntries(
        this.store.reader,
        id,
        some.map((each) => each.id),
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id: entry, similarity } of some) {
        const row = byId.get(entry);
        if (!row) gone.push(entry);
        else if (found.length < limit && passes(row)) found.push({ row, similarity });
      }
    }
    return { found, gone };
  }

  /** Groups of entries that are nearly the same. @throws CONFLICT for a collection that is too large. */
  async duplicates(
    collection: CollectionEntity,
    share: Share,
    minSimilarity = SAME_FROM[collection.kind],
  ): Promise<{ rows: EntryEntity[]; similarity: number }[]> {
    const { id, entries, dimensions } = collection;
    if (dimensions === null) return [];
    if (entries > MAX_PAIRED)
      throw new PerceptError('CONFLICT', `Duplicates are looked for in at most ${MAX_PAIRED} entries, and there are ${entries}.`);
    const pairs = await this.index.apart(collection, { share }, (thread) =>
      thread.run<'pairs'>({ kind: 'pairs', collection: id, minSimilarity, byRoots: collection.kind === 'pictures' }),
    );
    const groups = groupsFrom(pairs);
    const rows = new Map<string, EntryEntity>();
    const ids = groups.flatMap((group) => group.ids);
    for (let from = 0; from < ids.length; from += STEP)
      for (const row of await findEntries(this.store.reader, id, ids.slice(from, from + STEP))) rows.set(row.id, row);
    return groups
      .map((group) => ({ rows: group.ids.flatMap((each) => rows.get(each) ?? []), similarity: group.similarity }))
      .filter((group) => group.rows.length > 1);
  }
}

/** Joins pairs that share an entry. */
function groupsFrom(pairs: readonly { ids: [string, string]; similarity: number }[]): { ids: string[]; similarity: number }[] {
  const groups = new Map<string, { ids: string[]; similarity: number }>();
  for (const { ids, similarity } of pairs.toSorted((one, other) => other.similarity - one.similarity)) {
    const [one, other] = ids.map((id) => groups.get(id) ?? { ids: [id], similarity: 1 });
    if (one === other) continue;
    const joined = { ids: [...one!.ids, ...other!.ids].sort(), similarity };
    for (const id of joined.ids) groups.set(id, joined);
  }
  return [...new Set(groups.values())].sort((one, other) => other.similarity - one.similarity);
}

/** @throws INVALID_REQUEST for `filter`. */
function toFilter(source: string): (row: EntryEntity) => boolean {
  const condition = new Condition(source, ['label', 'metadata', 'created_at']);
  return ({ label, metadata, created_at }) =>
    condition.holds({ label, metadata, created_at: new Date(created_at).toISOString() });
}
