import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { satisfies, validRange } from 'semver';
import { checkBody } from '../input';
import type { CapabilityDefinition, CapabilityPlugin, LoadedPlugin } from '../../declaration';
import { announceSdk } from '../../models/announce-sdk';
import { toPluginSource, type Admission, type PluginSource } from './plugin-source';
import { toJsonSchema } from '../../../kernel/schema';

/** What a capability's `setup` receives besides models. */
export interface PluginDependencies {
  /** An instance of the plugin's options class, checked. */
  options?: object;
  /** The secrets that the plugin names. */
  secrets: Readonly<Record<string, string>>;
}

export interface LoadedPlugins {
  plugins: LoadedPlugin[];
  capabilities: Map<string, CapabilityDefinition>;
  /** What each capability receives, by its id. */
  dependencies: Map<string, PluginDependencies>;
  /** Where each capability comes from, by its id. */
  sources: Map<string, PluginSource>;
  /** What was left out, and why; `source` is the module's path or the capability's id. */
  rejected: { source: string; reason: string }[];
}

/**
 * Loads plugin modules by their absolute paths: each exports one plugin, or a list of them, as its default export or as `plugin` or
 * `plugins`. Leaves out a module that throws, exports no plugin, does not fit this Percept or its options, needs a secret that is
 * not set, or declares an id that is taken.
 */
export function loadPlugins(sources: readonly (string | PluginSource)[], admission: Admission = {}): LoadedPlugins {
  const loaded: LoadedPlugins = {
    plugins: [],
    capabilities: new Map(),
    dependencies: new Map(),
    sources: new Map(),
    rejected: [],
  };
  for (const source of sources.map(toPluginSource)) {
    try {
      for (const plugin of pluginsOf(source.module))
        admit(plugin, { source, ...dependenciesOf(plugin, source, admission) }, loaded);
    } catch (error) {
      loaded.rejected.push({ source: source.module, reason: reasonOf(error, source.module) });
    }
  }
  return loaded;
}

function pluginsOf(source: string): CapabilityPlugin[] {
  if (!isAbsolute(source)) throw new Error("the path of a plugin's module must be absolute");
  announceSdk();
  // oxlint-disable-next-line typescript/no-require-imports
  const module = require(source) as { default?: unknown; plugin?: unknown; plugins?: unknown };
  const exported = module.plugins ?? module.plugin ?? module.default ?? module;
  const plugins = (Array.isArray(exported) ? exported : [exported]) as CapabilityPlugin[];
  if (!plugins.every((plugin) => typeof plugin?.name === 'string' && Array.isArray(plugin.capabilities ?? []))) {
    throw new Error('the module exports no plugin: export what definePlugin() gives as its default');
  }
  return plugins;
}

/** Node's own message does not say how to install a package that is not on npm. */
function reasonOf(error: unknown, source: string): string {
  if (!(error instanceof Error)) return String(error);
  const isSdk = /^Cannot find (module|package) '@percept\/sdk/.test(error.message);
  return isSdk ? `it cannot find @percept/sdk: run 'percept plugin link ${folderOf(source)}'` : error.message;
}

/** The folder of the plugin's package. */
function folderOf(source: string): string {
  for (let folder = dirname(source); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return dirname(source);
}

/** @throws Error when the configuration does not have what the plugin needs. */
function dependenciesOf(
  plugin: CapabilityPlugin,
  source: PluginSource,
  { version, secrets = {} }: Admission,
): PluginDependencies {
  const { percept, docs, options: optionsClass, secrets: names = [] } = plugin;
  if (docs !== undefined && !isWebAddress(docs))
    throw new Error(`its docs are at '${String(docs)}', which is not a web address: begin it with https:// or http://`);
  if (percept !== undefined && validRange(percept) === null)
    throw new Error(`'${percept}' is not a version range: write it as npm does, such as ^0.1.0`);
  if (version && percept && !satisfies(version, percept, { includePrerelease: true }))
    throw new Error(`it needs Percept ${percept}, and this is ${version}`);
  if (source.options && !optionsClass) throw new Error('it takes no options: remove them from the configuration');
  const missing = names.find((name) => secrets[name] === undefined);
  if (missing) throw new Error(`it needs the secret ${missing}: set PERCEPT_SECRET_${missing}`);
  return {
    options: optionsClass && checkBody(optionsClass, source.options ?? {}),
    secrets: Object.fromEntries(names.map((name) => [name, secrets[name]!])),
  };
}

/** A page must not link to a script or to a file. */
const isWebAddress = (docs: unknown): boolean => typeof docs === 'string' && /^https?:\/\/[^/]/i.test(docs) && URL.canParse(docs);

/** Adds all capabilities of a plugin, or none when one of them is invalid. */
function admit(
  plugin: CapabilityPlugin,
  { source, ...dependencies }: PluginDependencies & { source: PluginSource },
  loaded: LoadedPlugins,
): void {
  if (loaded.plugins.some((other) => other.name === plugin.name)) throw new Error(`another plugin has the name '${plugin.name}'`);
  const ids = new Set<string>();
  const { capabilities = [] } = plugin;
  for (const capability of capabilities) {
    if (!/^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+$/.test(capability.id)) {
      throw new Error(`'${capability.id}' is not a capability id: write it as plugin.verb in small letters`);
    }
    if (ids.has(capability.id)) throw new Error(`it has the capability '${capability.id}' twice`);
    if (loaded.capabilities.has(capability.id)) throw new Error(`the id '${capability.id}' is taken`);
    ids.add(capability.id);
    toJsonSchema(capability.input);
    toJsonSchema(capability.output);
  }
  loaded.plugins.push({ ...plugin, capabilities });
  for (const capability of capabilities) {
    loaded.capabilities.set(capability.id, capability);
    loaded.dependencies.set(capability.id, dependencies);
    loaded.sources.set(capability.id, source);
  }
}
