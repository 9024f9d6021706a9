import { In, type EntityManager } from 'typeorm';
import { RunItemEntity, RunShardEntity, RunStepEntity } from '../entities';

const PENDING_ITEM = {
  state: 'pending',
  crashes: 0,
  error_step: null,
  error_code: null,
  error_reason: null,
  ended_at: null,
} as const;

/** Deletes these steps and their items, so that they are listed again. */
export async function forgetSteps(manager: EntityManager, run_id: string, steps: readonly string[]): Promise<void> {
  if (steps.length === 0) return;
  const at = { run_id, step: In([...steps]) };
  await manager.delete(RunItemEntity, at);
  await manager.delete(RunStepEntity, at);
}

/** Makes the failed items pending, except those that a block refused with one of these codes when it listed them. */
export async function reopenItems(
  manager: EntityManager,
  run_id: string,
  { blocks, refused }: { blocks: readonly string[]; refused: readonly string[] },
): Promise<void> {
  const failed = manager.createQueryBuilder().update(RunItemEntity).set(PENDING_ITEM).where({ run_id, state: 'failed' });
  if (blocks.length > 0)
    failed.andWhere('NOT (step IN (:...blocks) AND error_step = step AND error_code IN (:...refused))', { blocks, refused });
  await failed.execute();
}

/** Makes an item pending with these results: its steps continue after them. */
export async function reopenItem(
  manager: EntityManager,
  { run_id, step, sort }: RunItemEntity,
  results: Record<string, unknown>,
): Promise<void> {
  await manager.update(RunItemEntity, { run_id, step, sort }, { ...PENDING_ITEM, row: null, results } as object);
}

export async function reopenStep(manager: EntityManager, run_id: string, step: string): Promise<void> {
  await manager.update(RunStepEntity, { run_id, step }, { state: 'pending', stopping: 0, started_at: null, ended_at: null });
}

export async function deleteShards(manager: EntityManager, run_id: string): Promise<void> {
  await manager.delete(RunShardEntity, { run_id });
}
