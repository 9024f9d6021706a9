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

/** How many entries a project has in all its collections. */
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
  /** How many entries come; below 0: go. */
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
    `UPDATE collections SET entries = entries + ?, revision = revision + 1, removals = removals + ?, updated_at = ?
      WHERE id = ? RETURNING revision`,
    [added, added < 0 ? 1 : 0, now, id],
  );
  return row && Number(row.revision);
}

/** What its column `training` has. */
export async function trainingOf(manager: EntityManager, id: string): Promise<object | null> {
  const row = await manager.findOne(CollectionEntity, { select: { id: true, training: true }, where: { id } });
  return row?.training ?? null;
}
