import type { Store } from '../store';
import { type ItemWork } from './item';
import type { Step, Tolerance } from './plan';
import type { StepState } from './run-step.entity';
import type { Slots } from './slots';
export interface ItemsOptions {
    store: Store;
    step: Step;
    /** All items of the step. */
    total: number;
    /** Of those that ended before. */
    failed: number;
    slots: Slots;
    concurrency: number;
    work: ItemWork;
    /** Resolves when what was recorded has room to be written. */
    room: () => Promise<void>;
    /**
     * A process ended while it executed the run: from now on every item is marked before it is begun, so that the one that
     * ends its process is found.
     */
    careful: boolean;
    /** Resolves when everything recorded is written. */
    flush: () => Promise<void>;
    /** Ends the taking of items. */
    signal: AbortSignal;
}
/** Runs all pending items of a step, so many at once, and stops early where too many fail. */
export declare class Items {
    private readonly options;
    private readonly underWay;
    private failed;
    private broken;
    constructor(options: ItemsOptions);
    /** Resolves when every item ended, or too many failed. @throws what stopped the run. */
    run(): Promise<void>;
    /** Resolves when what is under way has ended, however. */
    settled(): Promise<void>;
    private get stopped();
    private get tooManyFailed();
    /** Those that were under way when a process ended, alone: one of them may be what ended it. */
    private runSuspects;
    private start;
    private record;
    private pending;
}
export declare function allowedFailures(tolerate: Tolerance, total: number): number;
/** How a step ends by what became of its items. */
export declare function endOf(step: Step, { total, failed }: {
    total: number;
    failed: number;
}): StepState;
