import type { LoadedPlugins } from './load';
import type { Admission, PluginSource } from './plugin-source';
export interface ProbeOptions extends Admission {
    /** Folder of the compiled `libs/core/src/plugins`; threads cannot load TypeScript. */
    compiled?: string;
    /** Milliseconds in which a plugin must be loaded; ten seconds when absent. */
    limitMs?: number;
    /** Megabytes of JavaScript heap that loading it may take; 256 when absent. */
    heapMb?: number;
}
type Rejected = LoadedPlugins['rejected'];
/**
 * Loads each plugin in a thread of its own first: one that ends its process, never ends or takes all memory while it is
 * loaded would take the service with it.
 */
export declare function probePlugins(sources: readonly PluginSource[], options?: ProbeOptions): Promise<{
    usable: PluginSource[];
    rejected: Rejected;
}>;
export {};
