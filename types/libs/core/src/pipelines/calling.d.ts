import { PerceptError, type Secrets } from '../kernel';
import type { CallResult, PluginHost } from '../plugins';
import type { Places } from './places';
import type { CallStep } from './plan';
import { type ResultCache } from './result-cache';
import type { RowSources } from './row-sources';
import type { Slots } from './slots';
export interface Caller {
    host: PluginHost;
    places: Places;
    slots: Slots;
    signal: AbortSignal;
    rows: RowSources;
    cache: ResultCache;
    secrets: Secrets;
    run: {
        id: string;
        folder: string;
    };
}
export interface Called {
    attempts: number;
    result?: CallResult;
    error?: PerceptError;
    /** Under which key a new result is to be kept. */
    cacheKey?: string;
    /** The result was there already. */
    cached?: boolean;
}
/** What is called: a step for an item. */
export interface CallOf {
    step: CallStep;
    /** Key of the item. */
    item: string;
    fields: Record<string, unknown>;
}
/** Calls a capability as often as its step allows, or finds its result. Never throws but when the run is stopped. */
export declare function callWithRetry(what: CallOf, caller: Caller): Promise<Called>;
export declare function asPerceptError(error: unknown): PerceptError;
