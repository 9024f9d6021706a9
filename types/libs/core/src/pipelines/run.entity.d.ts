import type { RunState, RunView } from './pipelines';
export declare class RunRow {
    id: string;
    pipeline: string;
    /** SHA-256 of `source`, hex. */
    revision: string;
    /** The text that the run keeps to, whatever happens to the file. */
    source: string;
    file: string;
    inputs: Record<string, unknown>;
    /** The folder that relative paths count from; null: the roots. */
    base: string | null;
    /** The folders that may be read; null: all. */
    roots: string[] | null;
    status: RunState;
    /** Token of the job of whoever executes the run: another token's results are dropped. */
    claim: string | null;
    cancel_at: number | null;
    total: number;
    running: number;
    succeeded: number;
    failed: number;
    created_at: number;
    started_at: number | null;
    /** Since when it is being executed, and how many items had ended by then: for the rate. */
    resumed_at: number | null;
    ended_before: number;
    ended_at: number | null;
    error: string | null;
    outputs: RunView['outputs'] | null;
}
