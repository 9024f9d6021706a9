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

export interface FetchOptions {
  field: string;
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal;
  /** Whose share of the memory it takes. */
  share?: Share;
  /** The project whose uploads it may be. */
  projectId?: string;
  /** Where redirects may lead; anywhere public when absent. */
  mayFollow?: MayFollow;
  /** Takes what frees that memory; called when the call has ended. */
  onEnd: (release: () => void) => void;
}

export interface HostOptions {
  /** Plugin modules by absolute path. The workers load them too. */
  plugins: readonly (string | PluginSource)[];
  /** What the host checks plugins against, and their secrets. */
  admission?: Admission;
  /** Plugins that were left out earlier, listed beside those that the host leaves out. */
  rejected?: readonly { source: string; reason: string }[];
  workers: number;
  /** Absolute path of the compiled `libs/core/src/inference/host/worker.js`. */
  workerPath: string;
  limits: MediaLimits;
  /** The folders with the models' `model.yaml` and with the prepared models. */
  models: ModelPaths;
  /** The model registry, if the caller has read it already. */
  registry?: ModelRegistry;
  /** The models that a project has for itself; none when absent. */
  modelsOf?: (projectId: string) => ModelSet | undefined;
  /** Ids of the capabilities that are set up before the workers take calls, the others when first called; without it all are. */
  preload?: readonly string[];
  /** Milliseconds after which a worker drops what is not preloaded and not called; without it never. */
  modelIdleMs?: number;
  /** How many calls may wait for a worker, and the total bytes of their media and bodies. */
  queue: { calls: number; bytes: number };
  /** Milliseconds that a call may work. When its caller waits for the answer, the time in the queue counts too. */
  callTimeoutMs: number;
  /** The time limit of long capabilities; half an hour by default. */
  longCallTimeoutMs?: number;
  /**
   * Fetches a URL, or the upload of a handle, on the main thread. Without it both are refused.
   * @throws PerceptError MEDIA_FETCH_FAILED, INVALID_REQUEST for an unknown handle, PAYLOAD_TOO_LARGE or OVERLOADED.
   */
  fetchMedia?: (url: string, options: FetchOptions) => Promise<Uint8Array>;
  /** Searches a collection of a project. Without it, a capability that asks for one is refused. */
  search?: (projectId: string, query: CollectionQuery) => Promise<CollectedMatch[]>;
  /** Settings that the operator switched on, for capabilities that are off without: see `optIn` of `CapabilityDefinition`. */
  optedIn?: readonly string[];
  /** Receives faults for the log. */
  report?: (fault: HostFault) => void;
  /** Megabytes of JavaScript heap in each worker; 1024 by default. */
  heapMb?: number;
  /** Milliseconds within which a capability must be set up; two minutes by default. */
  setupLimitMs?: number;
}
