import { type Stock } from '../models';
import type { WorkerSettings, WorkerTask } from './messages';
import type { RunAnswer } from './runner';
export interface PoolOptions {
    workers: number;
    /** Absolute path of the compiled worker entry. */
    workerPath: string;
    settings: Omit<WorkerSettings, 'gates'>;
    /** Megabytes of JavaScript heap in each worker. */
    heapMb: number;
    /** Milliseconds in which each capability must be set up. */
    setupLimitMs: number;
    /** A worker has become free. */
    onFree(): void;
    /** A capability cannot be set up: it threw, or it ended its worker again and again. */
    onUnusable(capability: string, reason: string): void;
    /** A worker has ended that nobody asked to end. */
    onLost(reason: string): void;
}
/**
 * Worker threads of Piscina, each known by its thread: only a thread that has set everything up is given calls, one at a
 * time, and one that ends is replaced.
 */
export declare class WorkerPool {
    private readonly options;
    private piscina;
    private readonly warm;
    private readonly busy;
    private readonly retiring;
    private readonly settingUp;
    private readonly strikes;
    private readonly watched;
    private readonly gates;
    private readonly restocking;
    private directed;
    private picked;
    private closing;
    private healing;
    private healAfterMs;
    private settleReady;
    /** Piscina's idle threads do not keep the process alive; somebody may be waiting for the first warm one. */
    private readonly starting;
    restarts: number;
    /** Settled when all workers are warm for the first time. */
    readonly ready: Promise<void>;
    constructor(options: PoolOptions);
    private start;
    /** Whether a call would start at once. */
    hasFree(): boolean;
    /** Whether workers could not be loaded since one was last warm: there is none until one can. */
    get isFailing(): boolean;
    get busyCount(): number;
    /** Runs a call on a free worker; aborting the signal ends the worker. Call it only while `hasFree()`. */
    run(task: WorkerTask, transferList: ArrayBuffer[], signal: AbortSignal): Promise<RunAnswer>;
    /** Brings other models to every worker, one after the other. @returns why models could not be loaded. */
    restock(stock: Stock): Promise<string[]>;
    private direct;
    close(): Promise<void>;
    private isFree;
    private gate;
    private watch;
    /** Piscina replaces no worker any more once one has ended while it was still loading: then we start it anew. */
    private heal;
    /** Lets the call under way end, then has the thread replaced. */
    private retire;
    /** Ends a thread, though never inside native code. */
    private end;
    private lost;
    private isSetUp;
    private strike;
    private hear;
}
