import type { Lane } from './queue';
/** `waiting` → `leased` → gone, back to `waiting`, or `parked` when it crashed too often. */
export type JobState = 'waiting' | 'leased' | 'parked';
export declare class JobRow {
    id: string;
    lane: Lane;
    ref: string;
    owner: string | null;
    /** Empty: of no group. */
    group_key: string;
    group_limit: number | null;
    /** On whose behalf; empty: nobody's. */
    key_name: string;
    key_limit: number | null;
    /** Lower ranks are claimed first: the priority with its sign turned. */
    rank: number;
    state: JobState;
    run_at: number;
    /** The queue, in some process, that holds the lease. */
    holder: string | null;
    token: string | null;
    lease_until: number | null;
    attempts: number;
    /** Throws and lost leases since it last went well. */
    crashes: number;
    /** Why it was last handed back. */
    reason: string | null;
    created_at: number;
}
