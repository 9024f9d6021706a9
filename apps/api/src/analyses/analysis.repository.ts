import { type EntityManager, In, IsNull } from 'typeorm';
import { AnalysisEntity } from './analysis.entity';

export async function insertAnalysis(manager: EntityManager, row: AnalysisEntity): Promise<void> {
  await manager.insert(AnalysisEntity, row as object);
}

/** @param projectId limits it to the analyses of a project. */
export function findAnalysis(manager: EntityManager, id: string, projectId?: string): Promise<AnalysisEntity | null> {
  return manager.findOneBy(AnalysisEntity, { id, ...(projectId !== undefined && { project_id: projectId }) });
}

/** Whether it exists and has not ended. */
export function isOpen(manager: EntityManager, id: string): Promise<boolean> {
  return manager.existsBy(AnalysisEntity, { id, ended_at: IsNull() });
}

/** Those of the ids whose analysis has not ended. */
export async function openAnalyses(manager: EntityManager, ids: string[]): Promise<Set<string>> {
  const rows = await manager.findBy(AnalysisEntity, { id: In(ids), ended_at: IsNull() });
  return new Set(rows.map(({ id }) => id));
}

/** Changes an analysis that has not ended. @returns false if it has. */
export async function updateOpenAnalysis(manager: EntityManager, id: string, changes: Partial<AnalysisEntity>): Promise<boolean> {
  return (await manager.update(AnalysisEntity, { id, ended_at: IsNull() }, changes as object)).affected === 1;
}
