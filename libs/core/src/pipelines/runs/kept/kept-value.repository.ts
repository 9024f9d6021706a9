import type { EntityManager } from 'typeorm';
import { KeptValueEntity } from './kept-value.entity';

export function findKept(manager: EntityManager, project_id: string, name: string): Promise<KeptValueEntity | null> {
  return manager.findOneBy(KeptValueEntity, { project_id, name });
}

export async function saveKept(manager: EntityManager, row: KeptValueEntity): Promise<void> {
  await manager.upsert(KeptValueEntity, row, ['project_id', 'name']);
}
