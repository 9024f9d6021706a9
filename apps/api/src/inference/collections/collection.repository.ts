import { sql, type Transaction } from '@percept/core';
import type { EntityManager } from 'typeorm';
import { CollectionEntity } from './collection.entity';

/** Lists the collections of a project by name. */
export function listCollections(manager: EntityManager, project_id: string): Promise<CollectionEntity[]> {
  return manager.find(CollectionEntity, { where: { project_id }, order: { name: 'ASC' } });
}

/** Finds a collection by its id or its name. */
export function findCollection(manager: EntityManager, project_id: string, idOrName: string): Promise<CollectionEntity | null> {
  return manager.findOne(CollectionEntity, {
    where: [
      { project_id, id: idOrName },
      { project_id, name: idOrName },
    ],
  });
}

export function countCollections({ manager }: Transaction, project_id: string): Promise<number> {
  return manager.countBy(CollectionEntity, { project_id });
}

/** The number of entries in all collections of a project. */
export async function countEntries({ manager }: Transaction, project_id: string): Promise<number> {
  return (await manager.sum(CollectionEntity, 'entries', { project_id })) ?? 0;
}

export async function insertCollection(manager: EntityManager, row: CollectionEntity): Promise<void> {
  await manager.insert(CollectionEntity, row);
}

export async function updateCollection(manager: EntityManager, id: string, changes: Partial<CollectionEntity>): Promise<void> {
  await manager.update(CollectionEntity, { id }, changes);
}

export async function deleteCollection(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(CollectionEntity, { id });
}

interface Change {
  id: string;
  /** The number of added entries; negative for removed ones. */
  added: number;
  now: number;
}

/**
 * Counts a change of entries.
 * @returns the number of the change; undefined if the collection is gone.
 */
export async function countChange(manager: EntityManager, { id, added, now }: Change): Promise<number | undefined> {
  const [row] = await sql<{ revision: number | string }>(
    manager,
    `UPDATE collections SET entries = entries + ?, revision = revision + 1, updated_at = ?
      WHERE id = ? RETURNING revision`,
    [added, now, id],
  );
  return row && Number(row.revision);
}

/** The contents of the column `training`. */
export async function readTraining(manager: EntityManager, id: string): Promise<object | null> {
  const row = await manager.findOne(CollectionEntity, { select: { id: true, training: true }, where: { id } });
  return row?.training ?? null;
}
