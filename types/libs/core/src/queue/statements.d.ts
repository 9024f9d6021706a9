import type { EntityManager } from 'typeorm';
import type { JobState } from './job.entity';
import type { Job, Lane } from './queue';
/** What was claimed, with the crashes it had before. */
export interface ClaimedJob extends Job {
    crashes: number;
}
export interface HandedBack {
    id: string;
    ref: string;
    state: JobState;
    reason: string;
}
/** When there is something to do in the lane: the earliest start and the earliest end of a lease. Null: nothing. */
export declare function nextDue(manager: EntityManager, lane: Lane, owner: string | undefined): Promise<{
    start: number | null;
    expiry: number | null;
}>;
/** The jobs that may be claimed. */
export interface Due {
    lane: Lane;
    owner: string | undefined;
    now: number;
    limit: number;
}
export interface Lease {
    holder: string;
    token: string;
    leaseUntil: number;
}
/** Claims what comes first by its rank, then what has been due longest. */
export declare function claim(manager: EntityManager, due: Due, { token, holder, leaseUntil }: Lease): Promise<ClaimedJob[]>;
/** Claims the named jobs, of which each is known to be waiting. */
export declare function claimThese(manager: EntityManager, ids: string[], lease: Lease): Promise<ClaimedJob[]>;
/** The groups that have waiting jobs. Steps from one to the next in the index: a long queue of one group costs nothing. */
export declare function waitingGroups(manager: EntityManager, lane: Lane): Promise<string[]>;
/** How many jobs of each group, or of each key, are being worked on, by whatever process. */
export declare function busy(manager: EntityManager, lane: Lane, by: 'group_key' | 'key_name'): Promise<Map<string, number>>;
/** A job that may be claimed, with the limits it is under. */
export interface Candidate {
    id: string;
    rank: number;
    group_limit: number | null;
    key_name: string;
    key_limit: number | null;
}
/** What is due of a group, but for keys that have all they may. */
export declare function dueOfGroup(manager: EntityManager, { group, fullKeys }: {
    group: string;
    fullKeys: string[];
}, { lane, owner, now, limit }: Due): Promise<Candidate[]>;
/** Keys that have as many jobs under way as they may. */
export declare function fullKeys(manager: EntityManager, lane: Lane): Promise<string[]>;
/** Prolongs the leases of the named jobs and answers those that the holder still has. */
export declare function renew(manager: EntityManager, { holder, ids, until }: {
    holder: string;
    ids: string[];
    until: number;
}): Promise<{
    id: string;
    token: string;
}[]>;
/** Other queues, in this or another process, that hold jobs of the lane. */
export declare function foreignHolders(manager: EntityManager, lane: Lane, own: string): Promise<string[]>;
export interface Recovery {
    lane: Lane;
    now: number;
    crashLimit: number;
    delayMs: number;
    /** Holders that are known to be dead. */
    gone: string[];
    /** Jobs that this very process works on. */
    working: string[];
}
/** Takes back the jobs whose lease ran out, or whose holder is gone. */
export declare function recover(manager: EntityManager, recovery: Recovery): Promise<HandedBack[]>;
/** The wait before a job that has crashed so often runs again, in ms. */
export declare function crashDelay(delayMs: number, crashesBefore: number): number;
export declare function remove(manager: EntityManager, job: Job): Promise<boolean>;
export interface Return {
    state: JobState;
    runAt: number;
    crashes: number;
    reason: string | null;
}
export declare function giveBack(manager: EntityManager, job: Job, { state, runAt, crashes, reason }: Return): Promise<boolean>;
