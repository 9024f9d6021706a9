import type { EntityManager } from 'typeorm';
import { findRows, sql } from '../../../durable/database';
import { RunItemEntity, RunStepEntity } from '../entities';
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
