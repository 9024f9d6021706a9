import { PerceptError, type ErrorRecord } from '../kernel';
import type { PictureLimits } from '../media';
import type { ModelIdentity, ModelSource } from '../models';
import { type RowFiles } from './collect-rows';
import type { CapabilityDefinition } from './define';
import type { CallInput } from './host';
import type { Lent } from './load';
/** What comes of a call in a worker. `fault` is for the log: it may show internals. */
export type RunAnswer = {
    kind: 'answer';
    output: Record<string, unknown>;
    timings: Record<string, number>;
    models: ModelIdentity[];
    rowFiles?: RowFiles;
} | {
    kind: 'error';
    error: ErrorRecord;
    fault?: string;
} | {
    kind: 'fetch';
    field: string;
    url: string;
    values: Record<string, unknown>;
};
/** Sets capabilities up and runs calls of them, in whatever thread it lives. */
export declare class Runner {
    private readonly models;
    private readonly limits;
    private readonly handlers;
    constructor(models: ModelSource, limits: PictureLimits);
    /** @throws whatever `setup` throws. */
    setUp(capability: CapabilityDefinition, lent?: Lent): Promise<void>;
    /** Never rejects: what goes wrong is in the answer. The signal is aborted at the time limit. */
    run(id: string, input: CallInput, signal: AbortSignal): Promise<RunAnswer>;
}
export declare function timedOut(id: string): PerceptError;
/** `fault` is for the log alone. */
export declare function internalAnswer(id: string, fault: string): RunAnswer;
/** What callers are told of a fault of ours or of a plugin's. */
export declare function failed(id: string, what?: string): PerceptError;
