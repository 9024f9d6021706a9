/** How a step of the pipeline ended; `skipped`: its `if` was false. */
export type StepState = 'pending' | 'succeeded' | 'partial' | 'failed' | 'skipped';
export declare class RunStepRow {
    run_id: string;
    step: string;
    state: StepState;
    /** Items, once all of them are listed; null before. */
    total: number | null;
}
