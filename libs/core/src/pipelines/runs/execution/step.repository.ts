import type { EntityManager } from 'typeorm';
import { findRows, sql } from '../../../durable/database';
import { RunEntity, RunItemEntity, RunStepEntity } from '../entities';
import type { StepItems } from '../entities';

export const findSteps = (manager: EntityManager, run_id: string): Promise<RunStepEntity[]> =>
  findRows(manager, RunStepEntity, { run_id });

export const findStep = async (manager: EntityManager, { run_id, step }: StepItems): Promise<RunStepEntity | undefined> =>
  (await findRows(manager, RunStepEntity, { run_id, step }))[0];

/** Writes how far a step is. */
export async function saveStep(
  manager: EntityManager,
  { run_id, step }: StepItems,
  { state, total }: Pick<RunStepEntity, 'state' | 'total'>,
): Promise<void> {
  const text = `INSERT INTO run_steps (run_id, step, state, total) VALUES (?, ?, ?, ?)
    ON CONFLICT (run_id, step) DO UPDATE SET state = excluded.state, total = excluded.total`;
  await sql(manager, text, [run_id, step, state, total]);
}

export const countItems = (manager: EntityManager, where: StepItems & { state?: RunItemEntity['state'] }): Promise<number> =>
  manager.countBy(RunItemEntity, where);

export const findItem = async (
  manager: EntityManager,
  where: StepItems & { state?: RunItemEntity['state'] },
): Promise<RunItemEntity | null> => manager.findOneBy(RunItemEntity, where);

/** The run, claimed by a job: a process that leaves a run clears the claim, so one that is still there crashed. */
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
