import { Injectable } from '@nestjs/common';
import { checkRoom, Config, newId, Store, systemClock, type Clock, type Transaction } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { CollectionEntity } from './collection.entity';
import { countChange, countEntries, findCollection, updateCollection } from './collection.repository';
import type { Embedded } from './embeddings';
import type { EntryEntity } from './entry.entity';
import { EntrySeal } from './entry-seal';
import {
  changeEntry,
  deleteEntries,
  eraseEntries,
  findEntries,
  findEntry,
  insertEntry,
  listEntries,
  readEntryPicture,
  someEntries,
  toColumn,
} from './entry.repository';
import { vectorIndexFor } from './vectors/vector-index';

const DAY_MS = 86_400_000;
const MAX_METADATA = 4096;
const UNKNOWN = 'unknown';
/** Entries that one transaction removes. */
const BATCH = 500;

/** An entry to add. */
export interface NewEntry extends Embedded {
  label?: string | null;
  text?: string | null;
  metadata?: Record<string, unknown>;
}

/**
 * The entries of collections. One row holds an entry and its vector. Each change of a row also changes its collection's revision.
 */
@Injectable()
export class Entries {
  private readonly clock: Clock = systemClock;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly seal: EntrySeal,
  ) {}

  /**
   * Adds all entries or none.
   * @throws NOT_FOUND; CONFLICT for vectors of another model, and for too many entries; INVALID_REQUEST for large metadata.
   */
  async add({ id, project_id }: CollectionEntity, added: readonly NewEntry[]): Promise<EntryEntity[]> {
    for (const { metadata } of added) checkMetadata(metadata);
    const { collection, rows } = await this.store.transaction(async (tx) => {
      const room = { projectId: project_id, kind: 'entries', most: this.config.projectLimits.entries } as const;
      await checkRoom(tx, room, () => countEntries(tx, project_id), added.length);
      const collection = await findCollection(tx.manager, project_id, id);
      if (!collection) throw PerceptError.notFound(`The collection '${id}'`);
      for (const { label } of added) checkLabel(collection, label);
      const now = this.clock.now();
      await this.settleModel(tx, collection, added);
      const revision = (await countChange(tx.manager, { id, added: added.length, now }))!;
      const expires_at = collection.keep_days === 0 ? null : now + collection.keep_days * DAY_MS;
      const rows: EntryEntity[] = [];
      for (const { label = null, text = null, metadata = {}, vector, picture } of added) {
        const entry = newId('ent');
        const sealed = (column: string) => this.seal.close(collection.kind, entry, column);
        const row: EntryEntity = {
          ...{ id: entry, project_id, collection_id: id, label, text, metadata, has_picture: picture !== undefined },
          ...{ vector: sealed(toColumn(vector)), picture: picture === undefined ? null : sealed(picture) },
          ...{ revision, created_at: now, expires_at },
        };
        await insertEntry(tx.manager, row);
        rows.push(row);
      }
      return { collection, rows };
    });
    void vectorIndexFor(this.store, this.seal).database.keepUp(collection);
    return rows;
  }

  /** The first vectors set the collection's model; an empty collection may change it. */
  private async settleModel({ manager }: Transaction, collection: CollectionEntity, added: readonly Embedded[]): Promise<void> {
    const { id, model_name, model_version, entries } = collection;
    const [first] = added;
    if (!first) return;
    const stranger = (entries > 0 ? added : added.slice(1)).find(({ model, vector }) => {
      const [name, version] = entries > 0 ? [model_name, model_version] : [first.model.name, first.model.version];
      const dimensions = entries > 0 ? collection.dimensions : first.vector.length;
      return model.name !== name || model.version !== version || vector.length !== dimensions;
    });
    if (stranger)
      throw otherModel(entries > 0 ? collection : { model_name: first.model.name, model_version: first.model.version }, stranger);
    if (entries > 0) return;
    const { name, version } = first.model;
    const changes = { model_name: name, model_version: version, dimensions: first.vector.length };
    if (model_name !== name || model_version !== version) await updateCollection(manager, id, changes);
  }

  /** Newest first. */
  list({ id }: CollectionEntity, page: Omit<Parameters<typeof listEntries>[1], 'collectionId'>): Promise<EntryEntity[]> {
    return listEntries(this.store.reader, { collectionId: id, ...page });
  }

  /** @throws NOT_FOUND. */
  async get({ id }: CollectionEntity, entry: string): Promise<EntryEntity> {
    const row = await findEntry(this.store.reader, id, entry);
    if (!row) throw noSuchEntry(entry);
    return row;
  }

  /** The entry's picture, a small JPEG. @throws NOT_FOUND. */
  async picture({ id }: CollectionEntity, entry: string): Promise<Buffer> {
    const picture = await readEntryPicture(this.store.reader, id, entry);
    if (!picture) throw PerceptError.notFound(`A picture of the entry '${entry.slice(0, 60)}'`);
    return Buffer.from(this.seal.open(entry, picture), 'base64');
  }

  /** @throws NOT_FOUND; INVALID_REQUEST for large metadata. */
  update(collection: CollectionEntity, entry: string, changes: { label?: string; metadata?: object }): Promise<EntryEntity> {
    const { id } = collection;
    checkMetadata(changes.metadata);
    return this.store.transaction(async ({ manager }) => {
      const before = await findEntry(manager, id, entry);
      if (!before) throw noSuchEntry(entry);
      checkLabel(collection, changes.label);
      const revision = await countChange(manager, { id, added: 0, now: this.clock.now() });
      const label = changes.label === '' ? null : changes.label;
      const changed = { ...changes, ...(label !== undefined && { label }), revision } as Partial<EntryEntity>;
      await changeEntry(manager, entry, changed);
      return { ...before, ...changed };
    });
  }

  /** @throws NOT_FOUND. */
  async delete(collection: CollectionEntity, entry: string): Promise<void> {
    if ((await this.remove(collection, [entry])) === 0) throw noSuchEntry(entry);
    await this.scrub(collection);
  }

  /** @returns the ids of the deleted entries. */
  async deleteAll(collection: CollectionEntity, ids: readonly string[]): Promise<string[]> {
    const there = (await findEntries(this.store.reader, collection.id, [...ids])).map(({ id }) => id);
    if (there.length > 0) await this.remove(collection, there);
    await this.scrub(collection);
    return there;
  }

  /**
   * Deletes all entries with a label. Nothing of a face is left in the files: see `Store.scrub`.
   * @returns how many were deleted.
   */
  async deleteLabel(collection: CollectionEntity, label: string): Promise<number> {
    const { id } = collection;
    let removed = 0;
    for (;;) {
      const ids = await someEntries(this.store.reader, { collectionId: id, label, limit: BATCH });
      if (ids.length === 0) break;
      removed += await this.remove(collection, ids);
    }
    await this.scrub(collection);
    return removed;
  }

  private async scrub({ kind }: CollectionEntity): Promise<void> {
    if (kind === 'faces') await this.store.scrub();
  }

  private remove({ id, kind }: CollectionEntity, ids: string[]): Promise<number> {
    const removeThem = kind === 'faces' ? eraseEntries : deleteEntries;
    return this.store.transaction(async ({ manager }) => {
      const removed = await removeThem(manager, id, ids);
      if (removed > 0) await countChange(manager, { id, added: -removed, now: this.clock.now() });
      return removed;
    });
  }
}

/** `unknown` is the name of a face that resembles nobody. */
function checkLabel({ kind }: CollectionEntity, label: string | null | undefined): void {
  if (kind === 'faces' && label?.toLowerCase() === UNKNOWN)
    throw PerceptError.invalid('label', `must not be '${UNKNOWN}', the name of faces that are like nobody: name the person.`);
}

function checkMetadata(metadata: object | undefined): void {
  if (metadata && JSON.stringify(metadata).length > MAX_METADATA)
    throw PerceptError.invalid('metadata', `is longer than ${MAX_METADATA} characters as JSON.`);
}

const noSuchEntry = (id: string): PerceptError => PerceptError.notFound(`The entry '${id.slice(0, 60)}'`);

function otherModel(has: Pick<CollectionEntity, 'model_name' | 'model_version'>, { model, vector }: Embedded): PerceptError {
  const words = `The collection has vectors of ${has.model_name} ${has.model_version}, and this one is of ${model.name} ${model.version} with ${vector.length} numbers.`;
  return new PerceptError(
    'CONFLICT',
    `${words} They cannot be compared: export the collection without vectors, and import it into a new one.`,
  );
}
