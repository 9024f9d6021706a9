import { loadPlugins, probePlugins, registerKinds, type Config } from '@percept/core';
import { builtinKindModules, builtinPluginModules } from '@percept/plugins';
import type { PluginDefinition } from '@percept/sdk';
import { dirname } from 'node:path';
import { readEnvironment, secretsOfEnvironment } from '../../platform/config/environment';
import { VERSION } from '../../platform/config/version';
import { WORKER_SCRIPT, type UsablePlugins } from './host-options';
import { findPlugins } from '../../platform/config/plugin-sources';

/** Loads the built-in plugins and those of the configuration. */
export async function usablePlugins(config: Config): Promise<UsablePlugins> {
  const admission = { version: VERSION, secrets: secretsOfEnvironment() };
  const { sources, rejected } = findPlugins(config);
  const faulty = registerOwnKinds();
  const probed = await probePlugins(sources, { ...admission, compiled: dirname(WORKER_SCRIPT) });
  const registered = registerEach(probed.usable, admission);
  return {
    plugins: [...builtinPluginModules(), ...registered.usable],
    admission,
    rejected: [...faulty, ...rejected, ...probed.rejected, ...registered.rejected],
  };
}

/** Registers the sources, outputs, operations, triggers and doors that come with Percept. @returns those that cannot be loaded. */
export function registerOwnKinds(): LoadedPlugins['rejected'] {
  const { plugins, rejected } = loadPlugins(builtinKindModules());
  for (const plugin of plugins) registerKinds(plugin, { isOurs: true });
  return rejected;
}

type LoadedPlugins = ReturnType<typeof loadPlugins>;

/**
 * Registers the sources, outputs, operations, triggers and doors of plugins. A plugin with any faulty one is left out completely.
 */
function registerEach(sources: ReturnType<typeof findPlugins>['sources'], admission: UsablePlugins['admission']) {
  const rejected: LoadedPlugins['rejected'] = [];
  const own = sources.length > 0 ? loadPlugins([...builtinKindModules(), ...builtinPluginModules()]).plugins : [];
  const names = new Set(own.map(({ name }) => name));
  const usable = sources.filter((source) => {
    try {
      for (const plugin of loadPlugins([source], admission).plugins) {
        // A second plugin of this name would replace the parts of the first.
        if (names.has(plugin.name)) throw new Error(`another plugin has the name '${plugin.name}'`);
        registerKinds(plugin);
        names.add(plugin.name);
      }
      return true;
    } catch (error) {
      rejected.push({ source: source.module, reason: (error as Error).message });
      return false;
    }
  });
  return { usable, rejected };
}

/** Lists what the plugins declare, without starting a worker thread. */
export function declaredBy({ plugins, admission, rejected }: UsablePlugins): LoadedPlugins {
  const loaded = loadPlugins(plugins, admission);
  return { ...loaded, rejected: [...rejected, ...loaded.rejected] };
}

/** Keeps only the plugin that has the capability, so that a command need not load the others. Keeps all if none is named. */
export function onlyFor(capability: string | undefined, usable: UsablePlugins): UsablePlugins {
  if (capability === undefined) return usable;
  const has = (source: UsablePlugins['plugins'][number]) => loadPlugins([source], usable.admission).capabilities.has(capability);
  return { ...usable, plugins: usable.plugins.filter(has) };
}

export const declaredPlugins = async (): Promise<LoadedPlugins> => declaredBy(await usablePlugins(readEnvironment()));

/** What a plugin brings besides capabilities. */
export function kindsIn(plugin: PluginDefinition): { kind: string; name: string }[] {
  const { sources = [], outputs = [], operations = [], triggers = [], doors = [], tasks = [] } = plugin;
  const { architectures = [], weightSources = [] } = plugin;
  const lists: [kind: string, names: string[]][] = [
    ['source', sources.map(({ name }) => name)],
    ['output', outputs.map(({ name }) => name)],
    ['operation', operations.map(({ id }) => id)],
    ['trigger', triggers.map(({ name }) => name)],
    ['door', doors.map(({ name }) => name)],
    ['task', tasks.map(({ id }) => id)],
    ['decoder', Object.keys(plugin.decoders ?? {})],
    ['architecture', architectures.map(({ name }) => name)],
    ['weight source', weightSources.flatMap(({ schemes }) => schemes)],
  ];
  return lists.flatMap(([kind, names]) => names.map((name) => ({ kind, name })));
}
