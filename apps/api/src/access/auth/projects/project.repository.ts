import { type EntityManager, IsNull, LessThan, Not } from 'typeorm';
import { ProjectEntity } from './project.entity';

const LIVE = { deleted_at: IsNull() };

export async function insertProject(manager: EntityManager, project: ProjectEntity): Promise<void> {
  await manager.insert(ProjectEntity, project);
}

/** Oldest first; includes projects that are being removed. */
export function listProjects(manager: EntityManager): Promise<ProjectEntity[]> {
  return manager.find(ProjectEntity, { where: { erased_at: IsNull() }, order: { created_at: 'ASC', id: 'ASC' } });
}

export function findProject(manager: EntityManager, id: string): Promise<ProjectEntity | null> {
  return manager.findOneBy(ProjectEntity, { id, ...LIVE });
}

/** Also finds a project that is being removed. */
export function findAnyProject(manager: EntityManager, id: string): Promise<ProjectEntity | null> {
  return manager.findOneBy(ProjectEntity, { id, erased_at: IsNull() });
}

export function findProjectByName(manager: EntityManager, name: string): Promise<ProjectEntity | null> {
  return manager.findOneBy(ProjectEntity, { name, ...LIVE });
}

export async function updateProject(manager: EntityManager, id: string, changes: Partial<ProjectEntity>): Promise<void> {
  await manager.update(ProjectEntity, { id }, changes);
}

/** Deleted projects whose data has to go, oldest first. */
export function projectsToErase(manager: EntityManager): Promise<ProjectEntity[]> {
  return manager.find(ProjectEntity, { where: { deleted_at: Not(IsNull()), erased_at: IsNull() }, order: { deleted_at: 'ASC' } });
}

/** Projects whose data was gone before that time, ms since the epoch. */
export function erasedProjects(manager: EntityManager, before: number): Promise<ProjectEntity[]> {
  return manager.findBy(ProjectEntity, { erased_at: LessThan(before) });
}

export async function deleteProjectRow(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(ProjectEntity, { id });
}
