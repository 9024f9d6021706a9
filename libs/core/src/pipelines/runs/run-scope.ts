import type { EvaluationContext } from '../../expressions';
import type { RunEntity } from './entities/run.entity';

/** What every expression of a run may refer to. */
export function runScope({
  id,
  pipeline,
  created_at,
  inputs,
}: Pick<RunEntity, 'id' | 'pipeline' | 'created_at' | 'inputs'>): EvaluationContext {
  const scope = Object.create(null) as EvaluationContext;
  scope.inputs = inputs;
  scope.run = { id, pipeline, created_at: new Date(created_at).toISOString() };
  return scope;
}
