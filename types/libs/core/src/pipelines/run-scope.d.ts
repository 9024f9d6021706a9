import type { Scope } from './cel';
import type { RunRow } from './run.entity';
/** What every expression of a run may refer to. */
export declare function runScope({ id, pipeline, created_at, inputs }: Pick<RunRow, 'id' | 'pipeline' | 'created_at' | 'inputs'>): Scope;
