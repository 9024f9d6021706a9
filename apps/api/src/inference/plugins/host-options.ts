import { fetchMedia, isUploadId, safeAgent, type startHost, type Config, type FairBudget, type Log } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { compiledFile } from '../../platform/config/version';
import type { Uploads } from '../uploads/uploads';
import { modelPaths, videoSettings } from '../models/model-paths';

export const WORKER_SCRIPT = compiledFile('libs/core/src/inference/host/worker');

type HostOptions = Parameters<typeof startHost>[0];

/** The plugins in the form that the host takes. */
export type UsablePlugins = Required<Pick<HostOptions, 'plugins' | 'admission' | 'rejected'>>;

/** Access to media outside the call itself. A command has neither field. */
interface MediaAccess {
  /** The memory budget for fetched bytes. Not counted if absent. */
  memory?: FairBudget;
  uploads?: Uploads;
}

export function hostOptions(config: Config, log: Log, plugins: UsablePlugins, media: MediaAccess = {}): HostOptions {
  return {
    ...plugins,
    workers: config.workerPlan.workers,
    workerPath: WORKER_SCRIPT,
    limits: {
      maxBytes: config.maxMediaBytes,
      maxSide: config.PERCEPT_MAX_SIDE,
      showGps: config.PERCEPT_EXIF_GPS,
      video: videoSettings(config),
    },
    models: modelPaths(config),
    modelIdleMs: config.modelIdleMs,
    queue: config.queue,
    callTimeoutMs: config.callTimeoutMs,
    longCallTimeoutMs: config.videoTimeoutMs,
    optedIn: config.optedIn,
    fetchMedia: mediaFetcher(config, media),
    report: (fault) => log.error(fault, 'a plugin or its worker failed'),
  };
}

/** Reads uploads and media from the web within the caller's share of the memory. The bytes stay counted until the call ends. */
function mediaFetcher(config: Config, { memory, uploads }: MediaAccess): NonNullable<HostOptions['fetchMedia']> {
  // Created on first use, so that a command that fetches nothing does not load the HTTP client.
  let agent: ReturnType<typeof safeAgent> | undefined;
  const limits = { maxBytes: config.maxMediaBytes, timeoutMs: config.callTimeoutMs };
  return async (url, { field, signal, share, projectId, mayFollow, onEnd }) => {
    const ended = new AbortController();
    const claim = memory?.open({ share, onEnd: (reason) => ended.abort(reason) });
    if (claim) onEnd(() => claim.release());
    const either = AbortSignal.any([signal, ended.signal]);
    if (isUploadId(url)) {
      if (!uploads)
        throw PerceptError.invalid(field, 'is the handle of an upload, which only a running service knows: add --url.');
      return uploads.read(url, { projectId, field, signal: either, grow: async (bytes) => claim?.grow(bytes) });
    }
    agent ??= safeAgent({ allow: config.fetchAllow, dnsServers: config.dnsServers });
    const { bytes } = await fetchMedia(url, { ...limits, agent, field, claim, mayFollow, signal: either });
    claim?.keep();
    return bytes;
  };
}
