import type { EntityManager } from 'typeorm';
import { AuditEntryEntity } from './audit-entry.entity';

export interface AuditPage {
  limit: number;
  /** The id of an entry: only older entries are listed. */
  before?: string;
  /** A part of actor, action or target; case is ignored. */
  search?: string;
}

export async function insertAuditEntry(manager: EntityManager, entry: AuditEntryEntity): Promise<void> {
  await manager.insert(AuditEntryEntity, entry);
}

/** Newest first. */
export function listAuditEntries(
  manager: EntityManager,
  projectId: string,
  { limit, before, search }: AuditPage,
): Promise<AuditEntryEntity[]> {
  const query = manager.createQueryBuilder(AuditEntryEntity, 'entry').where('entry.project_id = :projectId', { projectId });
  if (before) query.andWhere('entry.id < :before', { before });
  if (search) {
    const text = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const parts = ['actor_name', 'action', 'target'].map((name) => `lower(entry.${name}) like :text escape '\\'`);
    query.andWhere(`(${parts.join(' or ')})`, { text });
  }
  return query.orderBy('entry.id', 'DESC').take(limit).getMany();
}
