import type { Scope } from './cel';
import type { RunRow } from './run.entity';

/** What every expression of a run may refer to. */
export function runScope({ id, pipeline, created_at, inputs }: Pick<RunRow, 'id' | 'pipeline' | 'created_at' | 'inputs'>): Scope {
  const scope = Object.create(null) as Scope;
  scope.inputs = inputs;
  scope.run = { id, pipeline, created_at: new Date(created_at).toISOString() };
  return scope;
}
