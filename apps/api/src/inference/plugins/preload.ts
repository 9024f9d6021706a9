import { ConfigurationError, type Config } from '@percept/core';
import { suggest } from '@percept/sdk';
import { builtinPluginModules } from '@percept/plugins';
import type { UsablePlugins } from './host-options';
import { declaredBy } from './usable-plugins';

/**
 * Ids of the capabilities to set up before the service is ready: those of the configuration and all of users' plugins, so that a
 * faulty plugin shows at the start.
 * @throws ConfigurationError if the configuration names an unknown one.
 */
export function preloadedCapabilities({ preload }: Pick<Config, 'preload'>, plugins: UsablePlugins): string[] {
  const all = [...declaredBy(plugins).capabilities.keys()];
  if (preload === 'all') return all;
  const unknown = preload.find((id) => !all.includes(id));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `PERCEPT_PRELOAD names '${unknown}', which is not a capability.${suggest(unknown, all)} There are: ${all.join(', ')}.`,
    );
  const builtin = declaredBy({ ...plugins, plugins: builtinPluginModules() }).capabilities;
  return all.filter((id) => preload.includes(id) || !builtin.has(id));
}
