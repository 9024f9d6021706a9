import type { ErrorCode } from '../kernel';
/** One item of one step of a run. A step outside of blocks has just one, with an empty key. */
export declare class RunItemRow {
    run_id: string;
    step: string;
    /** Rows come out in this order. */
    sort: string;
    /** Names the item to people and receivers. */
    key: string;
    /** What expressions see of it. */
    item: unknown;
    state: 'pending' | 'succeeded' | 'failed';
    attempts: number;
    /** 1: everything that it called was found in the cache. */
    cached: number;
    /** Times that its process ended while it was under way, as far as that was watched. */
    crashes: number;
    /** What each of its steps gave so far, by step id: a resumed item goes on after them. */
    results: Record<string, unknown> | null;
    /** What `collect` made of it. */
    row: unknown;
    error_step: string | null;
    error_code: ErrorCode | null;
    error_reason: string | null;
    ended_at: number | null;
}
