import type { RunState, RunView } from './pipelines';
export declare class RunRow {
    id: string;
    account_id: string;
    /** The key that started it and whose plan it counts against. */
    key_id: string | null;
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
    /** Of those that succeeded: found in the cache. */
    cached: number;
    /** Times that a process ended without leaving the run: see `Items`. */
    crashes: number;
    /** Items a second over the last ten, and when that was written. */
    rate: number | null;
    rate_at: number | null;
    created_at: number;
    started_at: number | null;
    /** Since when it is being executed, and how many items had ended by then: for the rate. */
    resumed_at: number | null;
    ended_before: number;
    ended_at: number | null;
    error: string | null;
    outputs: RunView['outputs'] | null;
}
