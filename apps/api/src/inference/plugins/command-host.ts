import { callHere, loadPlugins, scanPrepared, startHost, type CallInput, type Config, type PluginHost } from '@percept/core';
import { builtinPluginModule } from '@percept/plugins';
import { readEnvironment, secretsOfEnvironment } from '../../platform/config/environment';
import { VERSION } from '../../platform/config/version';
import { createFolders } from '../../platform/config/folders';
import { modelPaths, modelWarning, TRIAL_PROCESS } from '../models/model-paths';
import { hostOptions, type UsablePlugins } from './host-options';
import { onlyFor, usablePlugins } from './usable-plugins';
import { createLog } from '../../platform/config/log';

/**
 * Opens the plugin host for a command, with its own worker thread and no database.
 * @param capability loads only this one; default: all.
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

/** Whether one of our plugins has the capability. */
export const knowsCapability = (capability: string): boolean => ourPlugin(capability, { version: VERSION }) !== undefined;

/**
 * Calls one capability for a command. A built-in one runs in this thread without a plugin host. One of a user's plugin runs in a
 * worker thread, so that it cannot crash this one.
 */
export async function callOnce(capability: string, input: CallInput): Promise<Record<string, unknown>> {
  const config = readEnvironment();
  const admission = { version: VERSION, secrets: secretsOfEnvironment() };
  const module = ourPlugin(capability, admission);
  if (module === undefined) return (await withHost((host) => host.call(capability, input, { patient: true }), capability)).output;
  createFolders(config);
  const registry = async () => (await prepareForCommand(config)).registry;
  const options = hostOptions(config, createLog('warn'), { plugins: [module], admission, rejected: [] });
  return (await callHere(capability, input, { ...options, registry })).output;
}

function ourPlugin(capability: string, admission: UsablePlugins['admission']): string | undefined {
  const module = builtinPluginModule(capability);
  return module !== undefined && loadPlugins([module], admission).capabilities.has(capability) ? module : undefined;
}

/** Finds the models and converts the unconverted ones. */
export async function prepareForCommand(config: Config) {
  const log = createLog('warn');
  const options = { trialPath: TRIAL_PROCESS, onProblem: modelWarning(log), unused: config.unusedTasks };
  const registry = await scanPrepared(modelPaths(config), options);
  return { log, registry };
}
