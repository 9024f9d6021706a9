import { existsSync } from 'node:fs';
import {
  createLog,
  prepareModels,
  scanModels,
  startHost,
  type Config,
  type Log,
  type ModelRegistry,
  type PluginHost,
} from '@percept/core';
import { readEnvironment } from '../config/environment';
import { createFolders } from '../config/folders';
import { modelPaths, modelWarning, TRIAL_PROCESS } from '../models/model-paths';
import { hostOptions } from './host-options';
import { onlyFor, usablePlugins } from './usable-plugins';

/**
 * Opens the plugin host for a command, with one worker thread of its own and no database.
 * @param capability the only one that is needed; default: all.
 */
export async function withHost<T>(use: (host: PluginHost) => Promise<T>, capability?: string): Promise<T> {
  const config = readEnvironment();
  createFolders(config);
  const { log, registry } = await prepareForCommand(config);
  const plugins = onlyFor(capability, await usablePlugins(config));
  const host = startHost({ ...hostOptions(config, log, plugins), registry, workers: 1, preload: [] });
  try {
    return await use(host);
  } finally {
    await host.close();
  }
}

/** Finds the models, and converts those that are not converted yet. */
export async function prepareForCommand(config: Config): Promise<{ log: Log; registry: ModelRegistry }> {
  const log = createLog('warn');
  const scan = () => scanModels(modelPaths(config), { trialPath: TRIAL_PROCESS });
  const registry = await scan();
  const isReady = registry.broken.length === 0 && registry.models.every(({ file }) => existsSync(file));
  if (isReady) return { log, registry };
  await prepareModels({ ...modelPaths(config), onProblem: modelWarning(log) });
  return { log, registry: await scan() };
}
