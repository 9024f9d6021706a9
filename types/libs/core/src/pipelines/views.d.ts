import { type Clock } from '../kernel';
import type { Store } from '../store';
import { type Page, type RunItemQuery, type RunItemView, type RunQuery, type RunView } from './pipelines';
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
    page({ pipeline, status, limit, cursor }: RunQuery): Promise<Page<RunView>>;
    /** @throws PerceptError NOT_FOUND, INVALID_REQUEST for a cursor that is none. */
    items(runId: string, { key, state, cursor, limit }: RunItemQuery): Promise<Page<RunItemView>>;
    private show;
    /** While it runs by the last ten seconds; afterwards by the time since it was last taken up. */
    private pace;
    private failures;
}
