import type { Store } from '../store';
import type { HeldJob } from './held-job';
import type { Lane } from './queue';
/** Who holds leases: this queue, and those of other processes. */
export declare class Holders {
    readonly own: `${string}-${string}-${string}-${string}-${string}`;
    /** The jobs that handlers of this queue work on. */
    readonly jobs: Set<HeldJob>;
    private readonly reader;
    private readonly presence;
    private appearing;
    constructor(store: Store, sweepMs: number);
    /** Ids of jobs that are being worked on here: however late the renewal of their lease is, they are not lost. */
    ids(): string[];
    /** To be called before every claim; lanes that call it together make one presence. */
    appear(): Promise<void>;
    disappear(): Promise<void>;
    /** Those of the lane's holders whose process was killed. */
    gone(lane: Lane): Promise<string[]>;
}
