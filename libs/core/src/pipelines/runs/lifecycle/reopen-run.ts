import { In } from 'typeorm';
import { PerceptError } from '../../../kernel';
import type { Transaction } from '../../../durable/database';
import type { Plan } from '../../language';
import { ENDED, RunEntity, RunItemEntity, RunShardEntity, RunStepEntity } from '../entities';

/** An item that was refused when it was listed stays failed: its record or file must be fixed, which takes a new run. */
const REFUSED = ['INVALID_REQUEST', 'FORBIDDEN'] as const;

const PENDING_ITEM = {
  state: 'pending',
  crashes: 0,
  error_step: null,
  error_code: null,
  error_reason: null,
  ended_at: null,
} as const;

const QUEUED_RUN = {
  status: 'queued',
  running: 0,
  claim: null,
  cancel_requested_at: null,
  ended_at: null,
  error: null,
  outputs: null,
  crashes: 0,
  rate: null,
  rate_updated_at: null,
} as const;

/**
 * Opens an ended run again. Its failed items become pending, succeeded items stay, and the steps after a failed step run again
 * because their rows change.
 * @throws PerceptError CONFLICT where the run has not ended, or where nothing failed.
 */
export async function reopenRun(tx: Transaction, run: RunEntity, plan: Plan): Promise<void> {
  if (!ENDED.includes(run.status))
    throw new PerceptError('CONFLICT', `The run '${run.id}' has not ended yet: it is ${run.status}.`);
  if (run.status === 'succeeded') throw new PerceptError('CONFLICT', `Nothing failed in the run '${run.id}': start a new one.`);
  const at = { run_id: run.id };
  const states = new Map((await tx.manager.findBy(RunStepEntity, at)).map(({ step, state }) => [step, state]));
  const again = stepsToRepeat(plan, states);
  if (again.length > 0) {
    await tx.manager.delete(RunItemEntity, { ...at, step: In(again) });
    await tx.manager.delete(RunStepEntity, { ...at, step: In(again) });
  }
  await tx.manager.delete(RunShardEntity, at);
  await reopenItems(tx, run.id, plan);
  const reopened = [...states].filter(([step, state]) => isToRetry(state) && !again.includes(step));
  for (const [step] of reopened) await tx.manager.update(RunStepEntity, { ...at, step }, { state: 'pending', stopping: 0 });
  await tx.manager.update(RunEntity, { id: run.id }, { ...(await countItems(tx, run.id)), ...QUEUED_RUN });
}

/** The steps that have begun and come after a step that is retried, directly or not. Their items are listed again. */
function stepsToRepeat({ steps }: Plan, states: ReadonlyMap<string, string>): string[] {
  const again = new Set<string>();
  for (const { id, after } of steps) {
    if (states.has(id) && after.some((each) => again.has(each) || isToRetry(states.get(each)))) again.add(id);
  }
  return [...again];
}

async function reopenItems(tx: Transaction, run_id: string, { steps }: Plan): Promise<void> {
  const failed = tx.manager.createQueryBuilder().update(RunItemEntity).set(PENDING_ITEM).where({ run_id, state: 'failed' });
  const blocks = steps.filter(({ kind }) => kind === 'block').map(({ id }) => id);
  if (blocks.length > 0) {
    const refused = 'NOT (step IN (:...blocks) AND error_step = step AND error_code IN (:...refused))';
    failed.andWhere(refused, { blocks, refused: REFUSED });
  }
  await failed.execute();
}

const isToRetry = (state: string | undefined): boolean => state === 'failed' || state === 'partial' || state === 'pending';

async function countItems(
  tx: Transaction,
  run_id: string,
): Promise<Pick<RunEntity, 'total' | 'succeeded' | 'failed' | 'cached'>> {
  const count = (more: object) => tx.manager.countBy(RunItemEntity, { run_id, ...more });
  // In sequence: a transaction has one connection.
  const total = await count({});
  const succeeded = await count({ state: 'succeeded' });
  const failed = await count({ state: 'failed' });
  return { total, succeeded, failed, cached: await count({ state: 'succeeded', cached: 1 }) };
}
