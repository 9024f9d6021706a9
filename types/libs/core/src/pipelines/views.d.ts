import { type Clock } from '../kernel';
import type { Store } from '../store';
import { type RunItemQuery, type RunItemView, type RunView } from './pipelines';
import { RunRow } from './run.entity';
/** Runs and their items as callers see them. */
export declare class RunViews {
    private readonly store;
    private readonly clock;
    constructor(store: Store, clock: Clock);
    /** @throws PerceptError NOT_FOUND. */
    run(id: string): Promise<RunView>;
    /** A run of the command line that has not ended, alike in text, inputs and base; the newest of them. */
    interrupted({ revision, base, inputs }: Pick<RunRow, 'revision' | 'base' | 'inputs'>): Promise<RunView | undefined>;
    newest(limit: number): Promise<RunView[]>;
    /** @throws PerceptError NOT_FOUND. */
    items(runId: string, { key, state, skip, limit }: RunItemQuery): Promise<RunItemView[]>;
    private show;
    /** By what was done since the run was last taken up, so that a pause does not slow the figure. */
    private pace;
    private failures;
}
