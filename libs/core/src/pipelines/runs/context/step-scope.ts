import type { EvaluationContext } from '../../../expressions';
import { RowsRef } from '../../syntax';
import type { RunEntity } from '../entities';
import { hideRows, MAX_IN_MEMORY } from './row-sources';
import type { LocalRun } from './run-context';
import type { StepOutcome } from './step-outcome';

/** The names that every expression of a run may refer to. */
export function runScope(run: Pick<RunEntity, 'id' | 'pipeline' | 'created_at' | 'inputs'>): EvaluationContext {
  const { id, pipeline, created_at, inputs } = run;
  const scope = Object.create(null) as EvaluationContext;
  scope.inputs = inputs;
  scope.run = { id, pipeline, created_at: new Date(created_at).toISOString() };
  return scope;
}

/** The steps that an expression refers to, and the row lists that it accesses, such as `step.rows`. */
interface References {
  after: readonly string[];
  looksInto: readonly string[];
}

/** The names that expressions see once these steps have ended. Only the rows that they access are loaded. */
export async function scopeAfter(
  { row, plan, rows }: LocalRun,
  { after, looksInto }: References,
  outcomes: ReadonlyMap<string, StepOutcome>,
): Promise<EvaluationContext> {
  const scope = runScope(row);
  for (const id of after) {
    const { value } = outcomes.get(id)!;
    const isBlock = plan.steps.some((step) => step.id === id && step.kind === 'block');
    scope[id] = value;
    if (!isBlock || value === null || !looksInto.includes(`${id}.rows`)) continue;
    const loaded = await rows.few(new RowsRef(id, 'rows'), MAX_IN_MEMORY);
    const withRows = { ...(value as object), rows: loaded };
    if (!loaded) hideRows(withRows, id, 'rows');
    scope[id] = withRows;
  }
  return scope;
}
