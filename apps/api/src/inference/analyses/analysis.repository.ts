import { findRows, type Transaction } from '@percept/core';
import { type EntityManager, In, IsNull } from 'typeorm';
import { AnalysisEntity, AnalysisRowsEntity } from './analysis.entity';

export async function insertAnalysis(manager: EntityManager, row: AnalysisEntity): Promise<void> {
  await manager.insert(AnalysisEntity, row as object);
}

/** @param projectId limits the search to the analyses of one project. */
export function findAnalysis(manager: EntityManager, id: string, projectId?: string): Promise<AnalysisEntity | null> {
  return manager.findOneBy(AnalysisEntity, { id, ...(projectId !== undefined && { project_id: projectId }) });
}

/**
 * The bytes that a project's waiting and running analyses have on disk. Until the transaction ends, other acceptances of the
 * project wait.
 */
export async function bytesOfOpen(tx: Transaction, projectId: string): Promise<number> {
  await tx.lock(`analyses of ${projectId}`);
  return (await tx.manager.sum(AnalysisEntity, 'bytes', { project_id: projectId, ended_at: IsNull() })) ?? 0;
}

/** Whether the analysis exists and has not ended. */
export function isAnalysisOpen(manager: EntityManager, id: string): Promise<boolean> {
  return manager.existsBy(AnalysisEntity, { id, ended_at: IsNull() });
}

/** Finds which of the ids are analyses, and when each has ended. */
export async function endedAmong(manager: EntityManager, ids: string[]): Promise<Map<string, boolean>> {
  const rows = await findRows(manager, AnalysisEntity, { id: In(ids) }, ['id', 'ended_at']);
  return new Map(rows.map(({ id, ended_at }) => [id, ended_at !== null]));
}

/** Changes an analysis that has not ended. @returns false if it has. */
export async function updateOpenAnalysis(manager: EntityManager, id: string, changes: Partial<AnalysisEntity>): Promise<boolean> {
  return (await manager.update(AnalysisEntity, { id, ended_at: IsNull() }, changes as object)).affected === 1;
}

/** Another process that has taken over the analysis writes the same rows. */
export async function saveAnalysisRows(manager: EntityManager, rows: AnalysisRowsEntity): Promise<void> {
  await manager.upsert(AnalysisRowsEntity, rows, ['analysis_id', 'field', 'part']);
}

/** A part of a long list of a result; undefined after the last. */
export async function findAnalysisRows(
  manager: EntityManager,
  at: Pick<AnalysisRowsEntity, 'analysis_id' | 'field' | 'part'>,
): Promise<string | undefined> {
  return (await manager.findOneBy(AnalysisRowsEntity, at))?.json;
}

export async function deleteAnalysisRows(manager: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await manager.delete(AnalysisRowsEntity, { analysis_id: In([...ids]) });
}

/** Nobody else corrects the analysis until the transaction ends. */
export const lockAnalysis = ({ lock }: Transaction, id: string): Promise<void> => lock(`analysis ${id}`);

export async function saveResult(manager: EntityManager, id: string, result: Record<string, unknown>): Promise<void> {
  await manager.update(AnalysisEntity, { id }, { result } as object);
}
