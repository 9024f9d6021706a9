import type { ModelIdentity } from '../models';
import type { CapabilityDefinition, PluginDefinition } from './define';
/** What a caller hands in, before it is parsed and checked. */
export interface CallInput {
    /** An unparsed JSON body. Large ones are parsed in the worker, so that the main thread stays free. */
    json?: Uint8Array;
    /** Parameters that are parsed already (form fields, query, CLI, a pipeline's `with`). */
    fields?: Record<string, unknown>;
    /** Fields are texts from a form or a query: numbers, booleans and lists are read from them by the schema. */
    fromText?: boolean;
    /** Uploaded media, by the name of its part: `image`, `video`. */
    media?: {
        field: string;
        bytes: Uint8Array;
    };
    /** The media field (`image`) may be a path of this machine: for pipelines and the CLI, never for HTTP. */
    allowPaths?: boolean;
}
export interface CallOptions {
    /** Drops the call while it waits. A call under way is ended only by its time limit. */
    signal?: AbortSignal;
    /** Waiting included; the configuration's limit when absent. */
    timeoutMs?: number;
    /** Waits for a place in the queue instead of failing with OVERLOADED: for batches, which bound themselves. */
    patient?: boolean;
}
export interface CallResult {
    output: Record<string, unknown>;
    /** Milliseconds by stage: queue, decode, inference, … */
    timings: Record<string, number>;
    /** The models that answered. */
    models: ModelIdentity[];
}
export interface HostStats {
    workers: number;
    busy: number;
    queued: number;
    queuedBytes: number;
    restarts: number;
}
/** Runs capabilities in worker threads; survives a plugin that throws, hangs, exits or eats memory. */
export declare abstract class PluginHost {
    abstract readonly plugins: readonly PluginDefinition[];
    abstract readonly capabilities: ReadonlyMap<string, CapabilityDefinition>;
    /** Plugins that were left out, and why. */
    abstract readonly rejected: readonly {
        source: string;
        reason: string;
    }[];
    /** Settled when every worker has loaded and warmed up its models. */
    abstract readonly ready: Promise<void>;
    abstract isReady(): boolean;
    /**
     * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, TIMEOUT, INTERNAL;
     *   NOT_FOUND for an unknown capability.
     */
    abstract call(capability: string, input: CallInput, options?: CallOptions): Promise<CallResult>;
    abstract stats(): HostStats;
    abstract close(): Promise<void>;
}
