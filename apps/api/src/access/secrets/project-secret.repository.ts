import { type EntityManager, In } from 'typeorm';
import { ProjectSecretEntity } from './project-secret.entity';

/** Lists the secrets of a project by name. */
export function listSecrets(manager: EntityManager, project_id: string): Promise<ProjectSecretEntity[]> {
  return manager.find(ProjectSecretEntity, { where: { project_id }, order: { name: 'ASC' } });
}

export function findSecrets(
  manager: EntityManager,
  project_id: string,
  names: readonly string[],
): Promise<ProjectSecretEntity[]> {
  return manager.findBy(ProjectSecretEntity, { project_id, name: In([...names]) });
}

export function countSecrets(manager: EntityManager, project_id: string): Promise<number> {
  return manager.countBy(ProjectSecretEntity, { project_id });
}

export async function saveSecret(manager: EntityManager, row: ProjectSecretEntity): Promise<void> {
  await manager.upsert(ProjectSecretEntity, row, ['project_id', 'name']);
}

/** @returns whether the secret existed. */
export async function deleteSecret(manager: EntityManager, project_id: string, name: string): Promise<boolean> {
  return (await manager.delete(ProjectSecretEntity, { project_id, name })).affected === 1;
}
