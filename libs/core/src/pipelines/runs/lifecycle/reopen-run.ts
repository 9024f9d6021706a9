import { PerceptError } from '../../../kernel';
import type { Transaction } from '../../../durable/database';
import type { Plan } from '../../language';
import { ENDED, type EarlierAttempt, type RetriedBy, type RunEntity, type RunStepEntity } from '../entities';
import { findSteps } from '../entities/step.repository';
import { countRun, failedItems, type ItemFailure } from '../entities/item.repository';
import { iso, MAX_FAILURES, showSteps, toFailure } from '../run-queries';
import { updateRun, workedMs } from '../run.repository';
import { deleteShards, forgetSteps, reopenItems, reopenStep } from './reopen.repository';

/** An item that was refused when it was listed stays failed: its record or file must be fixed, which takes a new run. */
const REFUSED = ['INVALID_REQUEST', 'FORBIDDEN'] as const;

const QUEUED_RUN = {
  status: 'queued',
  running: 0,
  claim: null,
  cancel_requested_at: null,
  started_at: null,
  resumed_at: null,
  ended_at: null,
  error: null,
  outputs: null,
  crashes: 0,
  rate: null,
  rate_updated_at: null,
} as const;

/** Attempts that a run keeps: the first one and the latest. Limited because somebody may retry it every hour. */
const KEPT_ATTEMPTS = 20;

interface RunRetry {
  now: number;
  by: RetriedBy;
  /** Works only on what was reopened before: failed items stay failed. */
  keepsFailed?: boolean;
}

/**
 * Opens an ended run again. Its failed items become pending and its succeeded items stay. The steps after a failed step run again,
 * because their rows change. The run records how the attempt ended and who retried it.
 * @throws PerceptError CONFLICT if the run has not ended, or if nothing failed.
 */
export async function reopenRun({ manager }: Transaction, row: RunEntity, plan: Plan, retry: RunRetry): Promise<void> {
  const { id, status } = row;
  if (!ENDED.includes(status)) throw new PerceptError('CONFLICT', `The run '${id}' has not ended yet: it is ${status}.`);
  const { keepsFailed = false } = retry;
  if (status === 'succeeded' && !keepsFailed)
    throw new PerceptError('CONFLICT', `Nothing failed in the run '${id}': start a new one.`);
  const steps = await findSteps(manager, id);
  const failures = await failedItems(manager, id, MAX_FAILURES);
  const history = { earlier_attempts: withAttempt(row, { steps, failures }, retry), worked_before_ms: workedMs(row) };
  const states = new Map(steps.map(({ step, state }) => [step, state]));
  const again = stepsToRepeat(plan, states);
  await forgetSteps(manager, id, again);
  await deleteShards(manager, id);
  const blocks = plan.steps.filter(({ kind }) => kind === 'block').map((block) => block.id);
  if (!keepsFailed) await reopenItems(manager, id, { blocks, refused: REFUSED });
  const reopened = [...states].filter(([step, state]) => isToRetry(state) && !again.includes(step));
  for (const [step] of reopened) await reopenStep(manager, id, step);
  const counts = await countRun(manager, id);
  await updateRun(manager, id, { ...counts, ...QUEUED_RUN, ...history, ended_before: counts.succeeded + counts.failed });
}

function withAttempt(
  { status, error, started_at, ended_at, failed, earlier_attempts }: RunEntity,
  { steps, failures }: { steps: readonly RunStepEntity[]; failures: readonly ItemFailure[] },
  { now, by: { kind, id, name } }: RunRetry,
): EarlierAttempt[] {
  const earlier = earlier_attempts ?? [];
  const attempt = {
    ...{ number: (earlier.at(-1)?.number ?? 0) + 1, status, error },
    ...{ started_at: iso(started_at), ended_at: iso(ended_at), failed },
    failures: failures.map((item) => ({ ...toFailure(item), ended_at: iso(item.ended_at) })),
    steps: showSteps(steps),
    ...{ retried_at: iso(now)!, retried_by: { kind, id, name } },
  };
  return [...earlier.slice(0, 1), ...earlier.slice(1).slice(2 - KEPT_ATTEMPTS), attempt];
}

/** The steps that have begun and depend on a retried step, directly or not. Their items are listed again. */
function stepsToRepeat({ steps }: Plan, states: ReadonlyMap<string, string>): string[] {
  const again = new Set<string>();
  for (const { id, after } of steps) {
    if (states.has(id) && after.some((each) => again.has(each) || isToRetry(states.get(each)))) again.add(id);
  }
  return [...again];
}

const isToRetry = (state: string | undefined): boolean => state === 'failed' || state === 'partial' || state === 'pending';
