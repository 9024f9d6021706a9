import type { EntityManager } from 'typeorm';
import { ProjectEntity } from './project.entity';

export async function insertProject(manager: EntityManager, project: ProjectEntity): Promise<void> {
  await manager.insert(ProjectEntity, project);
}

/** Oldest first. */
export function listProjects(manager: EntityManager): Promise<ProjectEntity[]> {
  return manager.find(ProjectEntity, { order: { created_at: 'ASC', id: 'ASC' } });
}

export function findProject(manager: EntityManager, id: string): Promise<ProjectEntity | null> {
  return manager.findOneBy(ProjectEntity, { id });
}

export function findProjectByName(manager: EntityManager, name: string): Promise<ProjectEntity | null> {
  return manager.findOneBy(ProjectEntity, { name });
}

export async function updateProject(manager: EntityManager, id: string, changes: Partial<ProjectEntity>): Promise<void> {
  await manager.update(ProjectEntity, { id }, changes);
}
