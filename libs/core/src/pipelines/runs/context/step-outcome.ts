import type { Step } from '../../language';
import { withLargeText } from './large-text';
import { asSeen } from './row-sources';
import type { StepState } from '../entities/run-step.entity';
import { countStepItems, findStepItem, findSteps } from '../entities/step.repository';
import type { LocalRun } from './run-context';

export interface StepOutcome {
  state: StepState;
  /** The outcome as expressions of later steps see it. */
  value: unknown;
}

/** The outcome of an ended step, as expressions see it. */
export async function computeStepOutcome(context: LocalRun, step: Step, state: StepState, total: number): Promise<StepOutcome> {
  if (state === 'skipped') return { state, value: null };
  const { reader } = context.services.store;
  const at = { run_id: context.id, step: step.id };
  if (step.kind === 'block') {
    const failed = await countStepItems(reader, { ...at, state: 'failed' });
    return { state, value: { total, succeeded: total - failed, failed } };
  }
  const result = await withLargeText(context, step.uses, (await findStepItem(reader, at))?.results?.[step.id]);
  return { state: result === null ? 'skipped' : state, value: asSeen(step.id, result ?? null) };
}

/** The outcomes of the ended steps, from the database. */
export async function knownOutcomes(context: LocalRun, ids: readonly string[]): Promise<Map<string, StepOutcome>> {
  const outcomes = new Map<string, StepOutcome>();
  const rows = ids.length === 0 ? [] : await findSteps(context.services.store.reader, context.id);
  for (const id of ids) {
    const step = context.plan.steps.find((each) => each.id === id)!;
    const row = rows.find((each) => each.step === id)!;
    outcomes.set(id, await computeStepOutcome(context, step, row.state, row.total ?? 0));
  }
  return outcomes;
}
