import { isAbsolute } from 'node:path';
import type { CapabilityDefinition, PluginDefinition } from './define';
import { jsonSchemaOf } from './schema';

export interface LoadedPlugins {
  plugins: PluginDefinition[];
  capabilities: Map<string, CapabilityDefinition>;
  /** What was left out, and why; `source` is the module's path or the capability's id. */
  rejected: { source: string; reason: string }[];
}

/**
 * Loads plugin modules by their absolute paths: each exports one plugin, or a list of them, as its default export or as
 * `plugin` or `plugins`. A module that throws, is no plugin or claims a taken id is left out.
 */
export function loadPlugins(modules: readonly string[]): LoadedPlugins {
  const loaded: LoadedPlugins = { plugins: [], capabilities: new Map(), rejected: [] };
  for (const source of modules) {
    try {
      for (const plugin of pluginsOf(source)) admit(plugin, loaded);
    } catch (error) {
      loaded.rejected.push({ source, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return loaded;
}

function pluginsOf(source: string): PluginDefinition[] {
  if (!isAbsolute(source)) throw new Error('a plugin is named by the absolute path of its module');
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const module = require(source) as { default?: unknown; plugin?: unknown; plugins?: unknown };
  const exported = module.plugins ?? module.plugin ?? module.default ?? module;
  const plugins = (Array.isArray(exported) ? exported : [exported]) as PluginDefinition[];
  if (!plugins.every((plugin) => typeof plugin?.name === 'string' && Array.isArray(plugin.capabilities))) {
    throw new Error('the module exports no plugin: export what definePlugin() gives as its default');
  }
  return plugins;
}

/** All of a plugin or nothing of it: half a plugin would surprise its caller. */
function admit(plugin: PluginDefinition, loaded: LoadedPlugins): void {
  if (loaded.plugins.some((other) => other.name === plugin.name)) throw new Error(`the plugin '${plugin.name}' is there already`);
  const ids = new Set<string>();
  for (const capability of plugin.capabilities) {
    if (!/^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+$/.test(capability.id)) {
      throw new Error(`'${capability.id}' is no capability id: write it as plugin.verb in small letters`);
    }
    if (ids.has(capability.id) || loaded.capabilities.has(capability.id)) throw new Error(`the id '${capability.id}' is taken`);
    ids.add(capability.id);
    jsonSchemaOf(capability.input);
    jsonSchemaOf(capability.output);
  }
  loaded.plugins.push(plugin);
  for (const capability of plugin.capabilities) loaded.capabilities.set(capability.id, capability);
}
