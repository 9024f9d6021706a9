import { type EntityManager, LessThan } from 'typeorm';
import { AuditEntryEntity } from './audit-entry.entity';

export async function insertAuditEntry(manager: EntityManager, entry: AuditEntryEntity): Promise<void> {
  await manager.insert(AuditEntryEntity, entry);
}

/** Newest first. @param before the id of an entry: only older ones. */
export function listAuditEntries(
  manager: EntityManager,
  projectId: string,
  { limit, before }: { limit: number; before?: string },
): Promise<AuditEntryEntity[]> {
  const where = { project_id: projectId, ...(before && { id: LessThan(before) }) };
  return manager.find(AuditEntryEntity, { where, order: { id: 'DESC' }, take: limit });
}
