import type { Share } from '../../kernel';
import type { MayFollow } from '../../kernel/net';
import type { MediaLimits } from '../media';
import type { CollectedMatch, CollectionQuery } from '../declaration';
import type { ModelPaths, ModelRegistry, ModelSet } from '../models/registry';
import type { Admission, PluginSource } from './loading/plugin-source';

/** A fault for the log. It may contain internals, which the caller's error never does. */
export interface HostFault {
  /** Missing when a worker ended outside any call. */
  capability?: string;
  reason: string;
}

interface MediaFetchOptions {
  field: string;
  /** Aborted when nobody waits for the bytes any more. */
  signal: AbortSignal;
  /** The share that the memory counts towards. */
  share?: Share;
  /** The project whose uploads may be read. */
  projectId?: string;
  /** Where redirects may lead; by default to any public address. */
  mayFollow?: MayFollow;
  /** Receives the function that frees the memory of the bytes; it is called when the call has ended. */
  onEnd: (release: () => void) => void;
}

export interface HostOptions {
  /** Plugin modules by absolute path, which the workers also load. */
  plugins: readonly (string | PluginSource)[];
  /** Rules that the host checks plugins against, and the plugins' secrets. */
  admission?: Admission;
  /** Plugins rejected earlier, to be listed with those that the host rejects. */
  rejected?: readonly { source: string; reason: string }[];
  workers: number;
  /** Absolute path of the compiled `libs/core/src/inference/host/worker.js`. */
  workerPath: string;
  limits: MediaLimits;
  /** The folders with the models' `model.yaml` and with the prepared models. */
  models: ModelPaths;
  /** The model registry, if the caller has read it already. */
  registry?: ModelRegistry;
  /** A project's own models; none if absent. */
  modelsOf?: (projectId: string) => ModelSet | undefined;
  /** Ids of the capabilities to set up before the workers take calls; the others are set up when first called. Absent: all. */
  preload?: readonly string[];
  /** Milliseconds after which a worker unloads capabilities that are neither preloaded nor called. Absent: never. */
  modelIdleMs?: number;
  /** How many calls may wait for a worker, and the total bytes of their media and bodies. */
  queue: { calls: number; bytes: number };
  /** Time limit of a call in milliseconds. If its caller waits for the answer, the time in the queue counts too. */
  callTimeoutMs: number;
  /** The time limit of long capabilities; half an hour by default. */
  longCallTimeoutMs?: number;
  /**
   * Fetches a URL, or the upload of a handle, on the main thread. If absent, both are refused.
   * @throws PerceptError MEDIA_FETCH_FAILED, INVALID_REQUEST for an unknown handle, PAYLOAD_TOO_LARGE or OVERLOADED.
   */
  fetchMedia?: (url: string, options: MediaFetchOptions) => Promise<Uint8Array>;
  /** Searches a collection of a project. If absent, capabilities that search are refused. */
  search?: (projectId: string, query: CollectionQuery) => Promise<CollectedMatch[]>;
  /** Settings that the operator switched on for opt-in capabilities: see `optIn` of `CapabilityDefinition`. */
  optedIn?: readonly string[];
  /** Receives faults for the log. */
  report?: (fault: HostFault) => void;
  /** Megabytes of JavaScript heap in each worker; 1024 by default. */
  heapMb?: number;
  /** Time limit in milliseconds for the setup of a capability; two minutes by default. */
  setupLimitMs?: number;
}
