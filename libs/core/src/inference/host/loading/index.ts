export { type LoadedPlugins, loadPlugins } from './load';
export type { Admission, PluginSource } from './plugin-source';
export { probePlugins } from './probe';
