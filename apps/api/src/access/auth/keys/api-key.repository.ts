import { findRows, sql } from '@percept/core';
import { type EntityManager, IsNull } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity';

const HAS_ENDED = '(revoked_at IS NOT NULL OR COALESCE(expires_at <= ?, FALSE))';
const ENDED_AT = 'COALESCE(revoked_at, expires_at)';
/** Selects keys that no newest revision of a pipeline names as its payer. */
const NOT_PAYER = `id NOT IN (SELECT saved.key_id FROM pipeline_revisions AS saved WHERE saved.key_id IS NOT NULL
  AND saved.number = (SELECT MAX(number) FROM pipeline_revisions WHERE project_id = saved.project_id AND name = saved.name))`;
const AT_ONCE = 100;

export async function insertKey(manager: EntityManager, key: ApiKeyEntity): Promise<void> {
  await manager.insert(ApiKeyEntity, key);
}

/** Oldest first; the keys of all projects if none is given. */
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

/** Every request calls this. */
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
export async function revokeProjectKeys(manager: EntityManager, project_id: string, now: number): Promise<void> {
  await manager.update(ApiKeyEntity, { project_id, revoked_at: IsNull() }, { revoked_at: now });
}

/** The number of a project's keys that may be used. */
export async function countLiveKeys(manager: EntityManager, projectId: string, now: number): Promise<number> {
  const text = `SELECT count(*) AS live FROM api_keys WHERE project_id = ? AND NOT ${HAS_ENDED}`;
  const [row] = await sql<{ live: number | string }>(manager, text, [projectId, now]);
  return Number(row!.live);
}

/** Keys of all projects that ended before that time, the earliest first. Leaves out keys that a saved pipeline names. */
export async function keysThatEnded(manager: EntityManager, before: number, limit: number): Promise<string[]> {
  const text = `SELECT id FROM api_keys WHERE ${HAS_ENDED} AND ${ENDED_AT} < ? AND ${NOT_PAYER} ORDER BY ${ENDED_AT} LIMIT ${limit}`;
  return (await sql<{ id: string }>(manager, text, [before, before])).map(({ id }) => id);
}

/** The ended keys of a project, without its newest ones and without those that a saved pipeline names. */
export async function endedKeysBeyond(
  manager: EntityManager,
  projectId: string,
  { now, kept }: { now: number; kept: number },
): Promise<string[]> {
  const order = `ORDER BY ${ENDED_AT} DESC, id DESC`;
  const page = `LIMIT ${AT_ONCE} OFFSET ${kept}`;
  const text = `SELECT id FROM api_keys WHERE project_id = ? AND ${HAS_ENDED} AND ${NOT_PAYER} ${order} ${page}`;
  return (await sql<{ id: string }>(manager, text, [projectId, now])).map(({ id }) => id);
}

/** Also deletes their counters, and their answers to repeated requests. @returns how many keys were deleted. */
export async function deleteKeys(manager: EntityManager, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await sql(manager, `DELETE FROM key_counters WHERE key_id IN (${sql.marks(ids)}) RETURNING 1 AS one`, ids);
  await sql(manager, `DELETE FROM idempotent_requests WHERE caller_id IN (${sql.marks(ids)}) RETURNING 1 AS one`, ids);
  return (await sql(manager, `DELETE FROM api_keys WHERE id IN (${sql.marks(ids)}) RETURNING 1 AS one`, ids)).length;
}
