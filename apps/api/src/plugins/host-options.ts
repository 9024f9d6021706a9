import { fetchMedia, safeAgent, type Config, type HostOptions, type Log } from '@percept/core';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../config/version';
import { modelPaths, videoSettings } from '../models/model-paths';

export const WORKER_SCRIPT = join(PACKAGE_ROOT, 'dist', 'libs', 'core', 'src', 'inference', 'host', 'worker.js');
const MEGABYTE = 1024 * 1024;

/** Plugins as the host takes them. */
export type UsablePlugins = Required<Pick<HostOptions, 'plugins' | 'admission' | 'rejected'>>;

/** The settings of the plugin host. */
export function hostOptions(config: Config, log: Log, plugins: UsablePlugins): HostOptions {
  // A command that fetches nothing does not load the HTTP client.
  let agent: ReturnType<typeof safeAgent> | undefined;
  return {
    ...plugins,
    workers: config.workerPlan.workers,
    workerPath: WORKER_SCRIPT,
    limits: {
      maxBytes: config.maxMediaBytes,
      maxPixels: config.PERCEPT_MAX_PIXELS,
      maxSide: config.PERCEPT_MAX_SIDE,
      showGps: config.PERCEPT_EXIF_GPS,
      video: videoSettings(config),
    },
    models: modelPaths(config),
    modelIdleMs: config.modelIdleMs,
    queue: { calls: config.PERCEPT_QUEUE_CALLS, bytes: config.PERCEPT_QUEUE_MB * MEGABYTE },
    callTimeoutMs: config.callTimeoutMs,
    longCallTimeoutMs: config.videoTimeoutMs,
    fetchMedia: async (url, options) =>
      (
        await fetchMedia(url, {
          agent: (agent ??= safeAgent({ allow: config.fetchAllow })),
          maxBytes: config.maxMediaBytes,
          timeoutMs: config.callTimeoutMs,
          ...options,
        })
      ).bytes,
    report: (fault) => log.error(fault, 'a plugin or its worker failed'),
  };
}
