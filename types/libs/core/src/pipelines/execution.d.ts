import type { Events } from '../events';
import type { Clock, Secrets } from '../kernel';
import type { PluginHost } from '../plugins';
import type { Job } from '../queue';
import type { Store } from '../store';
import { Ledger } from './ledger';
import { type Meter } from './metered-host';
import type { Plan } from './plan';
import type { RunView } from './pipelines';
import type { ResultCache } from './result-cache';
import { RunRow } from './run.entity';
export interface ExecutionParts {
    store: Store;
    events: Events;
    host: PluginHost;
    meter: Meter;
    clock: Clock;
    dataDir: string;
    cache: ResultCache;
    secrets: Secrets;
}
/** A run in the hands of this process. */
export interface Claimed {
    row: RunRow;
    plan: Plan;
    job: Job;
}
/** Executes the steps of a run and writes its outputs; what comes of it is told by the return value and the throw. */
export declare class Execution {
    private readonly parts;
    private readonly claimed;
    readonly ledger: Ledger;
    private readonly steps;
    private readonly abort;
    private readonly stopped;
    private readonly rows;
    private readonly folder;
    private ended;
    constructor(parts: ExecutionParts, claimed: Claimed);
    /** Takes no further items; the reason is what `run` throws. */
    stop(reason: Error): void;
    /** @returns the files written. @throws RunFailed, LostClaim, the reason of `stop`, or what the database throws. */
    run(): Promise<RunView['outputs']>;
    /** Waits for what is under way, but no longer than this, and writes what came of it. */
    drain(longestMs: number): Promise<void>;
    /** Writes what has ended and drops what is still under way. */
    abandon(): Promise<void>;
    private runStep;
    /** What expressions see after these steps; of rows, only those that they look into are there. */
    private scopeAfter;
    private writeOutputs;
    private pagesOf;
}
