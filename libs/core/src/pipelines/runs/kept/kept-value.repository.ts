import type { EntityManager } from 'typeorm';
import { KeptValueEntity } from './kept-value.entity';

export async function findKept(manager: EntityManager, project_id: string, name: string): Promise<object | undefined> {
  return (await manager.findOneBy(KeptValueEntity, { project_id, name }))?.value;
}

export async function saveKept(manager: EntityManager, row: KeptValueEntity): Promise<void> {
  await manager.upsert(KeptValueEntity, row, ['project_id', 'name']);
}
