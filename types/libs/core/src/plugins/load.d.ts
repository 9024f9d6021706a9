import type { CapabilityDefinition, PluginDefinition } from './define';
import { type Admission, type PluginSource } from './plugin-source';
/** What a capability's setup is lent besides models. */
export interface Lent {
    /** An instance of the plugin's options class, checked. */
    options?: object;
    /** Those that the plugin names. */
    secrets: Readonly<Record<string, string>>;
}
export interface LoadedPlugins {
    plugins: PluginDefinition[];
    capabilities: Map<string, CapabilityDefinition>;
    /** By the capability's id. */
    lent: Map<string, Lent>;
    /** What was left out, and why; `source` is the module's path or the capability's id. */
    rejected: {
        source: string;
        reason: string;
    }[];
}
/**
 * Loads plugin modules by their absolute paths: each exports one plugin, or a list of them, as its default export or as
 * `plugin` or `plugins`. A module that throws, is no plugin, wants another Percept, other options or a secret that is not
 * there, or claims a taken id is left out.
 */
export declare function loadPlugins(sources: readonly (string | PluginSource)[], admission?: Admission): LoadedPlugins;
