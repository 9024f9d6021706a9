import { PerceptError } from '../../../kernel';
import type { Transaction } from '../../../durable/database';
import type { Plan } from '../../language';
import { ENDED, type RunEntity } from '../entities';
import { findSteps } from '../execution/step.repository';
import { countRun } from '../items/item.repository';
import { updateRun } from '../run.repository';
import { deleteShards, forgetSteps, reopenItems, reopenStep } from './reopen.repository';

/** An item that was refused when it was listed stays failed: its record or file must be fixed, which takes a new run. */
const REFUSED = ['INVALID_REQUEST', 'FORBIDDEN'] as const;

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
export async function reopenRun({ manager }: Transaction, { id, status }: RunEntity, plan: Plan): Promise<void> {
  if (!ENDED.includes(status)) throw new PerceptError('CONFLICT', `The run '${id}' has not ended yet: it is ${status}.`);
  if (status === 'succeeded') throw new PerceptError('CONFLICT', `Nothing failed in the run '${id}': start a new one.`);
  const states = new Map((await findSteps(manager, id)).map(({ step, state }) => [step, state]));
  const again = stepsToRepeat(plan, states);
  await forgetSteps(manager, id, again);
  await deleteShards(manager, id);
  const blocks = plan.steps.filter(({ kind }) => kind === 'block').map((block) => block.id);
  await reopenItems(manager, id, { blocks, refused: REFUSED });
  const reopened = [...states].filter(([step, state]) => isToRetry(state) && !again.includes(step));
  for (const [step] of reopened) await reopenStep(manager, id, step);
  await updateRun(manager, id, { ...(await countRun(manager, id)), ...QUEUED_RUN });
}

/** The steps that have begun and come after a step that is retried, directly or not. Their items are listed again. */
function stepsToRepeat({ steps }: Plan, states: ReadonlyMap<string, string>): string[] {
  const again = new Set<string>();
  for (const { id, after } of steps) {
    if (states.has(id) && after.some((each) => again.has(each) || isToRetry(states.get(each)))) again.add(id);
  }
  return [...again];
}

const isToRetry = (state: string | undefined): boolean => state === 'failed' || state === 'partial' || state === 'pending';
