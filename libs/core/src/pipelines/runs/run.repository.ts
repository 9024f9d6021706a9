import { In, Not, type EntityManager } from 'typeorm';
import { findRows, sql, updateRows } from '../../durable/database';
import { ENDED, RunEntity, type RunQuery } from './entities';

export async function insertRun(manager: EntityManager, row: RunEntity): Promise<void> {
  await manager.insert(RunEntity, row as object);
}

/** @param projectId if given, the run must belong to that project. */
export async function findRun(manager: EntityManager, id: string, projectId?: string): Promise<RunEntity | undefined> {
  return (await findRows(manager, RunEntity, { id, ...(projectId !== undefined && { project_id: projectId }) }))[0];
}

export async function updateRun(manager: EntityManager, id: string, changes: Partial<RunEntity>): Promise<void> {
  await updateRows(manager, RunEntity, { id }, changes);
}

/** @returns whether the run still has that claim. */
export async function updateClaimedRun(
  manager: EntityManager,
  { id, claim }: { id: string; claim: string },
  set: string,
  values: readonly unknown[],
): Promise<boolean> {
  const text = `UPDATE runs SET ${set} WHERE id = ? AND claim = ? AND status = 'running' RETURNING 1`;
  return (await sql(manager, text, [...values, id, claim])).length === 1;
}

/** The working time of all attempts of an ended run, without the pauses between an attempt and its retry. */
export function workedMs({ worked_before_ms, started_at, ended_at }: RunEntity): number {
  return worked_before_ms + (started_at === null || ended_at === null ? 0 : Math.max(0, ended_at - started_at));
}

/** Claims the run for a job. A process that leaves a run clears the claim, so if a claim is still there, its process crashed. */
export async function claimRun(manager: EntityManager, row: RunEntity, token: string, now: number): Promise<RunEntity> {
  const claimed = {
    status: 'running',
    claim: token,
    started_at: row.started_at ?? now,
    resumed_at: now,
    ended_before: row.succeeded + row.failed,
    crashes: row.claim === null ? row.crashes : row.crashes + 1,
  } as const;
  await manager.update(RunEntity, { id: row.id }, claimed);
  return Object.assign(row, claimed);
}

export async function leaveRun(manager: EntityManager, id: string, claim: string): Promise<void> {
  await manager.update(RunEntity, { id, claim }, { claim: null });
}

/** Unfinished runs with the same text and base, newest first. */
export function openRuns(manager: EntityManager, { revision, base }: { revision: string; base: string }): Promise<RunEntity[]> {
  const where = { revision, base, status: Not(In([...ENDED])) };
  return manager.find(RunEntity, { where, order: { created_at: 'DESC', id: 'DESC' } });
}

/** Runs, newest first; one more than `limit` if there are more. */
export function pageOfRuns(
  manager: EntityManager,
  { projectId, pipeline, status, limit, cursor }: RunQuery & { limit: number },
): Promise<RunEntity[]> {
  const query = manager
    .createQueryBuilder(RunEntity, 'run')
    .orderBy('run.id', 'DESC')
    .limit(limit + 1);
  if (projectId !== undefined) query.andWhere('run.project_id = :projectId', { projectId });
  if (pipeline !== undefined) query.andWhere('run.pipeline = :pipeline', { pipeline });
  if (status !== undefined) query.andWhere('run.status = :status', { status });
  // Ids begin with the time of their creation.
  if (cursor !== undefined) query.andWhere('run.id < :cursor', { cursor });
  return query.getMany();
}

/** Deletes a run that ended before a time, with its steps and shards. @returns whether the run existed. */
export async function deleteEndedRun(manager: EntityManager, id: string, before: number): Promise<boolean> {
  // A retry may have opened the run again in the meantime.
  const removed = await sql(manager, `DELETE FROM runs WHERE id = ? AND ended_at < ? RETURNING id`, [id, before]);
  if (removed.length === 0) return false;
  await sql(manager, 'DELETE FROM run_steps WHERE run_id = ?', [id]);
  await sql(manager, 'DELETE FROM run_shards WHERE run_id = ?', [id]);
  return true;
}

/** Ends a run no matter who works on it: its claim is cleared. */
export async function forceRunEnd(manager: EntityManager, id: string, now: number): Promise<void> {
  const set = "status = 'cancelled', cancel_requested_at = ?, ended_at = ?, running = 0, claim = NULL";
  await sql(manager, `UPDATE runs SET ${set} WHERE id = ? AND ended_at IS NULL`, [now, now, id]);
}
