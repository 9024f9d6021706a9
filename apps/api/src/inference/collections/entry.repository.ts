import { sql } from '@percept/core';
import {
  And,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
  type EntityManager,
  type FindOptionsSelect,
  type FindOptionsWhere,
} from 'typeorm';
import { EntryEntity } from './entry.entity';

/** A vector as the index loads it. */
export interface VectorRow {
  id: string;
  label: string | null;
  revision: number;
  /** The vector as it is stored in the column. */
  vector: string;
}

/** Call it in the transaction that counts the change. */
export async function insertEntry(manager: EntityManager, row: EntryEntity): Promise<void> {
  await manager.insert(EntryEntity, row);
}

interface EntryQuery {
  collectionId: string;
  label?: string | null;
  limit: number;
  /** An id: only older entries are listed. */
  before?: string;
  /** Only these entries. */
  ids?: string[];
}

/** Newest first. */
export function listEntries(
  manager: EntityManager,
  { collectionId, label, limit, before, ids }: EntryQuery,
): Promise<EntryEntity[]> {
  const where: FindOptionsWhere<EntryEntity> = { collection_id: collectionId };
  if (label !== undefined) where.label = label ?? IsNull();
  const conditions = [...(before === undefined ? [] : [LessThan(before)]), ...(ids ? [In(ids)] : [])];
  if (conditions.length > 0) where.id = And(...conditions);
  return manager.find(EntryEntity, { where, order: { id: 'DESC' }, take: limit });
}

export function findEntry(manager: EntityManager, collection_id: string, id: string): Promise<EntryEntity | null> {
  return manager.findOneBy(EntryEntity, { collection_id, id });
}

/** Finds entries by their ids alone: with the collection in the condition, SQLite would scan all of its entries. */
export async function findEntries(manager: EntityManager, collection_id: string, ids: string[]): Promise<EntryEntity[]> {
  const rows = await manager.findBy(EntryEntity, { id: In(ids) });
  return rows.filter((row) => row.collection_id === collection_id);
}

/** The number of entries for each label, ordered by label. */
export async function countLabels(manager: EntityManager, id: string): Promise<{ label: string | null; entries: number }[]> {
  const text = 'SELECT label, COUNT(*) AS entries FROM collection_entries WHERE collection_id = ? GROUP BY label ORDER BY label';
  const rows = await sql<{ label: string | null; entries: number | string }>(manager, text, [id]);
  return rows.map(({ label, entries }) => ({ label, entries: Number(entries) }));
}

/** The number of labelled entries without a stored picture. */
export function countWithoutPicture(manager: EntityManager, collection_id: string): Promise<number> {
  return manager.countBy(EntryEntity, { collection_id, label: Not(IsNull()), has_picture: false });
}

/** Some vectors that changed after a revision, in the order of their changes. */
export async function vectorsSince(
  manager: EntityManager,
  { collectionId, revision, limit }: { collectionId: string; revision: number; limit: number },
): Promise<VectorRow[]> {
  const rows = await sql<{ id: string; label: string | null; revision: number | string; vector: string }>(
    manager,
    `SELECT id, label, revision, vector FROM collection_entries WHERE collection_id = ? AND revision > ?
      ORDER BY revision LIMIT ${limit}`,
    [collectionId, revision],
  );
  // The entries of one change come together or not at all.
  const last = rows.length === limit ? Number(rows.at(-1)!.revision) : Infinity;
  const whole = Number(rows[0]?.revision) === last ? rows : rows.filter((row) => Number(row.revision) < last);
  return whole.map((row) => ({ ...row, revision: Number(row.revision) }));
}

/** The picture of an entry, if it has one, as it is stored in the column. */
export async function readEntryPicture(manager: EntityManager, collection_id: string, id: string): Promise<string | undefined> {
  const row = await manager.findOne(EntryEntity, { select: { picture: true }, where: { collection_id, id } });
  return row?.picture ?? undefined;
}

/** Some entries with all their stored fields, in the order of their ids. */
export function wholeEntries(
  manager: EntityManager,
  { collectionId, after, limit }: { collectionId: string; after: string; limit: number },
): Promise<EntryEntity[]> {
  const { columns } = manager.connection.getMetadata(EntryEntity);
  const select: FindOptionsSelect<EntryEntity> = Object.fromEntries(
    columns.map(({ propertyName }) => [propertyName, true] as const),
  );
  const where = { collection_id: collectionId, id: MoreThan(after) };
  return manager.find(EntryEntity, { select, where, order: { id: 'ASC' }, take: limit });
}

export async function changeEntry(manager: EntityManager, id: string, changes: Partial<EntryEntity>): Promise<void> {
  await manager.update(EntryEntity, { id }, changes);
}

/** Deletes entries; in SQLite also overwrites their places in the file. @returns how many were deleted. */
export async function eraseEntries(manager: EntityManager, collection_id: string, ids: string[]): Promise<number> {
  if (manager.connection.options.type === 'postgres') return deleteEntries(manager, collection_id, ids);
  await sql(manager, 'PRAGMA secure_delete = ON');
  try {
    return await deleteEntries(manager, collection_id, ids);
  } finally {
    await sql(manager, 'PRAGMA secure_delete = FAST');
  }
}

/** @returns how many were deleted. */
export async function deleteEntries(manager: EntityManager, collection_id: string, ids: string[]): Promise<number> {
  // The expression makes SQLite find the rows by their ids: see `findEntries`.
  const text = `DELETE FROM collection_entries WHERE collection_id || '' = ? AND id IN (${sql.marks(ids)}) RETURNING 1 AS one`;
  return (await sql(manager, text, [collection_id, ...ids])).length;
}

/** Ids of some entries of a collection, with a given label or any. */
export async function someEntries(
  manager: EntityManager,
  { collectionId, label, limit }: { collectionId: string; label?: string; limit: number },
): Promise<string[]> {
  const where = { collection_id: collectionId, ...(label !== undefined && { label }) };
  return (await manager.find(EntryEntity, { select: { id: true }, where, take: limit })).map(({ id }) => id);
}

/** Encodes a vector for its column. */
export const toColumn = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

export function floatsFrom(column: string): Float32Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(column, 'base64');
  // Copied: a vector must begin at a multiple of four bytes, which a buffer need not.
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** Some entries that have expired, the oldest first. */
export function expiredEntries(manager: EntityManager, now: number, limit: number): Promise<EntryEntity[]> {
  return manager.find(EntryEntity, {
    select: { id: true, collection_id: true },
    where: { expires_at: LessThanOrEqual(now) },
    order: { expires_at: 'ASC' },
    take: limit,
  });
}

/** The vector as it is stored in the column. */
export async function readEntryVector(manager: EntityManager, collection_id: string, id: string): Promise<string | undefined> {
  const row = await manager.findOne(EntryEntity, { select: { vector: true }, where: { collection_id, id } });
  return row?.vector;
}

/** Some ids of deleted collections that still have entries. */
export async function strayCollections(manager: EntityManager): Promise<string[]> {
  const text =
    'SELECT DISTINCT collection_id FROM collection_entries WHERE collection_id NOT IN (SELECT id FROM collections) LIMIT 100';
  return (await sql<{ collection_id: string }>(manager, text)).map(({ collection_id }) => collection_id);
}
