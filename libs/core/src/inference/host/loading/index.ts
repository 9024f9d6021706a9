export { type LoadedPlugins, loadPlugins } from './load';
export type { Admission, PluginSource } from './plugin-source';
export { type ProbeOptions, probePlugins } from './probe';
