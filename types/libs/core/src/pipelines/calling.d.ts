import { PerceptError } from '../kernel';
import type { CallResult, PluginHost } from '../plugins';
import type { Places } from './places';
import type { CallStep } from './plan';
import type { Slots } from './slots';
export interface Caller {
    host: PluginHost;
    places: Places;
    slots: Slots;
    signal: AbortSignal;
}
export interface Called {
    attempts: number;
    result?: CallResult;
    error?: PerceptError;
}
/** Calls a capability as often as its step allows. Never throws but when the run is stopped. */
export declare function callWithRetry(step: CallStep, fields: Record<string, unknown>, caller: Caller): Promise<Called>;
export declare function asPerceptError(error: unknown): PerceptError;
