import type { CapabilityDefinition } from './define';
import type { CallInput, CallOptions } from './host';
import { Line } from './line';
import type { WorkerPool } from './pool';
import { type RunAnswer } from './runner';
import type { HostOptions } from './start-host';
export interface DispatchedCall {
    capability: Pick<CapabilityDefinition, 'id'>;
    /** Moment of `performance.now()` at which the call is over, done or not. */
    deadline: number;
    options: CallOptions;
    timings: Record<string, number>;
}
type Success = Exclude<RunAnswer, {
    kind: 'error';
}>;
/** Brings calls from the line to free workers, and ends them at their time limit. */
export declare class Dispatcher {
    private readonly pool;
    private readonly options;
    readonly line: Line;
    private readonly running;
    private readonly refusals;
    constructor(pool: WorkerPool, options: Pick<HostOptions, 'queue' | 'workers' | 'report'>);
    /** @throws PerceptError OVERLOADED, TIMEOUT, INTERNAL, and what the call's own answer is. */
    run(call: DispatchedCall, input: CallInput): Promise<Success>;
    /** Starts waiting calls as long as there are free workers. */
    dispatch(): void;
    /** Runs `work` (a fetch) with a place of the line taken, so that these are bounded too. */
    whileHolding<T>(call: DispatchedCall, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
    /** Refuses who waits and settles when nobody runs. */
    drain(): Promise<void>;
    /** Begins when a worker is free; in the same breath, so that the worker is taken before anybody else looks. */
    private turn;
    private inWorker;
    private lost;
}
export {};
