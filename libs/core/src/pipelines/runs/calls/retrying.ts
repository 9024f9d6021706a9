import { ENDED } from '../entities';
import { In } from 'typeorm';
import { PerceptError } from '../../../kernel';
import type { Transaction } from '../../../durable/database';
import type { Plan } from '../../language';

import { RunItemEntity } from '../entities';
import { RunEntity } from '../entities';
import { RunStepEntity } from '../entities';

/** What was refused when the items were listed is refused again: its record or its file has to be mended for a new run. */
const REFUSED = ['INVALID_REQUEST', 'FORBIDDEN'] as const;

/**
 * Opens an ended run again: its failed items become pending, and what comes after them is done anew, since their rows change.
 * What succeeded is kept.
 * @throws PerceptError CONFLICT where the run has not ended, or where nothing failed.
 */
export async function reopen(tx: Transaction, run: RunEntity, plan: Plan): Promise<void> {
  if (!ENDED.includes(run.status))
    throw new PerceptError('CONFLICT', `The run '${run.id}' has not ended yet: it is ${run.status}.`);
  if (run.status === 'succeeded') throw new PerceptError('CONFLICT', `Nothing failed in the run '${run.id}': start a new one.`);
  const at = { run_id: run.id };
  const states = new Map((await tx.manager.findBy(RunStepEntity, at)).map(({ step, state }) => [step, state]));
  const again = new Set<string>();
  for (const { id, after } of plan.steps) {
    const before = after.some((each) => again.has(each) || isToRetry(states.get(each)));
    if (before && states.has(id)) again.add(id);
  }
  if (again.size > 0) {
    await tx.manager.delete(RunItemEntity, { ...at, step: In([...again]) });
    await tx.manager.delete(RunStepEntity, { ...at, step: In([...again]) });
  }
  const blocks = plan.steps.filter(({ kind }) => kind === 'block').map(({ id }) => id);
  const pending = {
    state: 'pending',
    crashes: 0,
    error_step: null,
    error_code: null,
    error_reason: null,
    ended_at: null,
  } as const;
  const failed = tx.manager
    .createQueryBuilder()
    .update(RunItemEntity)
    .set(pending)
    .where({ ...at, state: 'failed' });
  if (blocks.length > 0) {
    failed.andWhere('NOT (step IN (:...blocks) AND error_step = step AND error_code IN (:...refused))', {
      blocks,
      refused: REFUSED,
    });
  }
  await failed.execute();
  for (const [step, state] of states) {
    if (isToRetry(state) && !again.has(step)) await tx.manager.update(RunStepEntity, { ...at, step }, { state: 'pending' });
  }
  await tx.manager.update(RunEntity, { id: run.id }, { ...(await countsOf(tx, run.id)), ...OPEN });
}

const OPEN = {
  ...{
    status: 'queued' as const,
    running: 0,
    claim: null,
    cancel_at: null,
    ended_at: null,
    error: null,
    outputs: null,
    crashes: 0,
  },
  ...{ rate: null, rate_at: null },
} as const;

const isToRetry = (state: string | undefined): boolean => state === 'failed' || state === 'partial' || state === 'pending';

async function countsOf(tx: Transaction, run_id: string): Promise<Pick<RunEntity, 'total' | 'succeeded' | 'failed' | 'cached'>> {
  const count = (more: object) => tx.manager.countBy(RunItemEntity, { run_id, ...more });
  // One after the other: a transaction has one connection.
  const total = await count({});
  const succeeded = await count({ state: 'succeeded' });
  const failed = await count({ state: 'failed' });
  return { total, succeeded, failed, cached: await count({ state: 'succeeded', cached: 1 }) };
}
