import { type Stock } from '../models';
import type { CapabilityDefinition, PluginDefinition } from './define';
import { PluginHost, type CallInput, type CallOptions, type CallResult, type HostStats } from './host';
import type { HostOptions } from './start-host';
/** The plugin host over Piscina's worker threads. */
export declare class ThreadedHost extends PluginHost {
    private readonly options;
    readonly plugins: readonly PluginDefinition[];
    readonly capabilities: ReadonlyMap<string, CapabilityDefinition>;
    readonly rejected: {
        source: string;
        reason: string;
    }[];
    readonly ready: Promise<void>;
    private readonly unusable;
    private readonly pool;
    private readonly dispatcher;
    private warm;
    private closed;
    constructor(options: HostOptions);
    isReady(): boolean;
    call(id: string, input: CallInput, options?: CallOptions): Promise<CallResult>;
    check(id: string, input: CallInput): void;
    restock(stock: Stock): Promise<string[]>;
    stats(): HostStats;
    /** Refuses new and waiting calls, lets those under way end within their time limit, then ends the workers. */
    close(): Promise<void>;
    private find;
    /** Checks at the door what is small, fetches an URL that it finds, and runs the rest in a worker. */
    private attempt;
    private fetched;
    private fetch;
    private leaveOut;
}
