import { ConfigurationError, whyFixed, type Config, type Log } from '@percept/core';
import { modelPluginModules } from '@percept/plugins';
import { join } from 'node:path';
import { findPlugins } from '../../platform/config/plugin-sources';
import { compiledFile, PACKAGE_ROOT } from '../../platform/config/version';

/** The script that runs a user's model once in a separate process before the model is used. */
export const TRIAL_PROCESS = compiledFile('libs/core/src/inference/models/trial-process');

/** @throws ConfigurationError if a default model is set for a task that has no choice of models. */
export function modelPaths(config: Config) {
  for (const task of Object.keys(config.defaultModels)) refuseFixed(task);
  return {
    modelsDir: join(PACKAGE_ROOT, 'models'),
    ownModelsDir: config.ownModelsDir,
    dataDir: config.cacheDir,
    extensions: [...modelPluginModules(), ...findPlugins(config).sources.map(({ module }) => module)],
    defaults: config.defaultModels,
  };
}

function refuseFixed(task: string): void {
  const fixed = whyFixed(task);
  if (fixed !== undefined) throw new ConfigurationError(`PERCEPT_DEFAULT_MODELS: ${fixed} Remove '${task}=…' from it.`);
}

/** Logs a model that cannot be prepared. The other models still work. */
export function modelWarning(log: Log): (problem: string) => void {
  return (problem) => log.warn({ problem }, 'A model cannot be prepared and is left out.');
}

export const videoSettings = (config: Config) => ({ ffmpegPath: config.FFMPEG_PATH || undefined });
