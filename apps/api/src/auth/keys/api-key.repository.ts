import { findRows } from '@percept/core';
import { type EntityManager, IsNull } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity';

export async function insertKey(manager: EntityManager, key: ApiKeyEntity): Promise<void> {
  await manager.insert(ApiKeyEntity, key);
}

/** Oldest first; of all projects if none is given. */
export function listKeys(manager: EntityManager, projectId?: string): Promise<ApiKeyEntity[]> {
  const where = projectId === undefined ? {} : { project_id: projectId };
  return manager.find(ApiKeyEntity, { where, order: { created_at: 'ASC', id: 'ASC' } });
}

export function existsKey(manager: EntityManager): Promise<boolean> {
  return manager.exists(ApiKeyEntity);
}

export async function findKey(manager: EntityManager, id: string, projectId: string): Promise<ApiKeyEntity | undefined> {
  return (await findRows(manager, ApiKeyEntity, { id, project_id: projectId }))[0];
}

/** Every request asks for this. */
export async function findKeyByHash(manager: EntityManager, key_hash: string): Promise<ApiKeyEntity | undefined> {
  return (await findRows(manager, ApiKeyEntity, { key_hash }))[0];
}

/** Every signed request asks for this. */
export async function findKeyByAccessKeyId(manager: EntityManager, aws_access_key_id: string): Promise<ApiKeyEntity | undefined> {
  return (await findRows(manager, ApiKeyEntity, { aws_access_key_id }))[0];
}

export async function updateKey(manager: EntityManager, id: string, changes: Partial<ApiKeyEntity>): Promise<void> {
  await manager.update(ApiKeyEntity, id, changes);
}

/** Ends all keys of a project. */
export async function revokeKeysOf(manager: EntityManager, project_id: string, now: number): Promise<void> {
  await manager.update(ApiKeyEntity, { project_id, revoked_at: IsNull() }, { revoked_at: now });
}

/** @returns how many were deleted: 1 or 0. */
export async function deleteKey(manager: EntityManager, id: string): Promise<number> {
  return (await manager.delete(ApiKeyEntity, { id })).affected ?? 0;
}
