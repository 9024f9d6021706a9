import type { Config, Log, ModelPaths, VideoSettings } from '@percept/core';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../config/version';

/** The script that runs a user's model once, in a process of its own, before the model is used. */
export const TRIAL_PROCESS = join(PACKAGE_ROOT, 'dist', 'libs', 'core', 'src', 'inference', 'models', 'trial-process.js');

export function modelPaths(config: Config): ModelPaths {
  return {
    modelsDir: join(PACKAGE_ROOT, 'models'),
    ownModelsDir: config.ownModelsDir,
    dataDir: config.cacheDir,
    defaults: config.defaultModels,
  };
}

/** Logs a model that cannot be prepared; the others work. */
export function modelWarning(log: Log): (problem: string) => void {
  return (problem) => log.warn({ problem }, 'A model cannot be prepared and is left out.');
}

export const videoSettings = (config: Config): VideoSettings => ({
  ffmpegPath: config.FFMPEG_PATH || undefined,
  cacheDir: config.cacheDir,
});
