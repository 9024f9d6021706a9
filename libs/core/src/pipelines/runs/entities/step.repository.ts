import type { EntityManager } from 'typeorm';
import { findRows, sql } from '../../../durable/database';
import { RunItemEntity, RunStepEntity } from '.';
import type { StepItems } from '.';

export const findSteps = (manager: EntityManager, run_id: string): Promise<RunStepEntity[]> =>
  findRows(manager, RunStepEntity, { run_id });

export const findStep = async (manager: EntityManager, { run_id, step }: StepItems): Promise<RunStepEntity | undefined> =>
  (await findRows(manager, RunStepEntity, { run_id, step }))[0];

/** Saves the progress of a step. Its start is written once in each attempt of the run. */
export async function saveStep(
  manager: EntityManager,
  { run_id, step }: StepItems,
  { state, total, started_at, ended_at }: Pick<RunStepEntity, 'state' | 'total' | 'started_at' | 'ended_at'>,
): Promise<void> {
  const text = `INSERT INTO run_steps (run_id, step, state, total, started_at, ended_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (run_id, step) DO UPDATE SET state = excluded.state, total = excluded.total,
      started_at = COALESCE(run_steps.started_at, excluded.started_at), ended_at = excluded.ended_at`;
  await sql(manager, text, [run_id, step, state, total, started_at, ended_at]);
}

export const countStepItems = (manager: EntityManager, where: StepItems & { state?: RunItemEntity['state'] }): Promise<number> =>
  manager.countBy(RunItemEntity, where);

export const findStepItem = async (
  manager: EntityManager,
  where: StepItems & { state?: RunItemEntity['state'] },
): Promise<RunItemEntity | null> => manager.findOneBy(RunItemEntity, where);
