import { findRows, type Transaction } from '@percept/core';
import { type EntityManager, In, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { UploadEntity } from './upload.entity';

export async function insertUpload(manager: EntityManager, row: UploadEntity): Promise<void> {
  await manager.insert(UploadEntity, row);
}

/** Null if the project has no such upload, or it has expired. */
export function findUpload(
  manager: EntityManager,
  { id, projectId, now }: { id: string; projectId: string; now: number },
): Promise<UploadEntity | null> {
  return manager.findOneBy(UploadEntity, { id, project_id: projectId, expires_at: MoreThan(now) });
}

/** Newest first. @param before an id; lists only older ones. */
export function listUploads(
  manager: EntityManager,
  { projectId, now, limit, before }: { projectId: string; now: number; limit: number; before?: string },
): Promise<UploadEntity[]> {
  const where = { project_id: projectId, expires_at: MoreThan(now), ...(before !== undefined && { id: LessThan(before) }) };
  return manager.find(UploadEntity, { where, order: { id: 'DESC' }, take: limit });
}

/** The number of a project's unexpired uploads. */
export function countUploads({ manager }: Transaction, projectId: string, now: number): Promise<number> {
  return manager.countBy(UploadEntity, { project_id: projectId, expires_at: MoreThan(now) });
}

/** The disk space that a project's uploads take. */
export async function bytesOfUploads({ manager }: Transaction, projectId: string, now: number): Promise<number> {
  return (await manager.sum(UploadEntity, 'bytes', { project_id: projectId, expires_at: MoreThan(now) })) ?? 0;
}

/** The ids of some expired uploads. */
export async function expiredUploads(manager: EntityManager, now: number, limit: number): Promise<string[]> {
  const where = { expires_at: LessThanOrEqual(now) };
  const rows = await manager.find(UploadEntity, { select: { id: true }, where, order: { expires_at: 'ASC' }, take: limit });
  return rows.map(({ id }) => id);
}

/** Finds which of the ids are uploads. */
export async function knownUploads(manager: EntityManager, ids: string[]): Promise<Set<string>> {
  return new Set((await findRows(manager, UploadEntity, { id: In(ids) }, ['id'])).map(({ id }) => id));
}

/** @returns how many existed. */
export async function deleteUploads(manager: EntityManager, ids: string[]): Promise<number> {
  return (await manager.delete(UploadEntity, { id: In(ids) })).affected ?? 0;
}
