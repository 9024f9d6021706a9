import type { MediaLimits } from '../media';
import type { ModelPaths, ModelRegistry } from '../models/registry';
import type { PluginHost } from './host';
import type { Admission, PluginSource } from './loading/plugin-source';
import { ThreadedHost } from './threaded-host';

/** A fault for the log; it may show internals, which the caller's error never does. */
export interface HostFault {
  /** Missing where a worker ended outside of any call. */
  capability?: string;
  reason: string;
}

export interface HostOptions {
  /** Plugin modules, by absolute path at the least; the workers load them too. */
  plugins: readonly (string | PluginSource)[];
  /** What plugins are held to, and their secrets. */
  admission?: Admission;
  /** Plugins that were left out before they came here, to be shown beside those that the host leaves out. */
  rejected?: readonly { source: string; reason: string }[];
  workers: number;
  /** Absolute path of the compiled `libs/core/src/inference/host/worker.js`. */
  workerPath: string;
  limits: MediaLimits;
  /** Folders of the models' pages and of the prepared models. */
  models: ModelPaths;
  /** The models on hand, where the caller knows them; else `models` is read. */
  stock?: ModelRegistry;
  /** What may wait for a worker: number of calls, and bytes of their media and bodies. */
  queue: { calls: number; bytes: number };
  /** Longest time for the work of one call in milliseconds; where somebody waits for the answer, waiting included. */
  callTimeoutMs: number;
  /** The same for capabilities that may take minutes; half an hour when absent. */
  longCallTimeoutMs?: number;
  /**
   * Reads an URL on the main thread. @throws PerceptError MEDIA_FETCH_FAILED or PAYLOAD_TOO_LARGE.
   * Without it URLs are refused.
   */
  fetchMedia?: (url: string, options: { field: string; signal: AbortSignal }) => Promise<Uint8Array>;
  /** Hears of faults that belong into the log. */
  report?: (fault: HostFault) => void;
  /** Megabytes of JavaScript heap in each worker; 1024 when absent. */
  heapMb?: number;
  /** Milliseconds in which a capability must be set up; two minutes when absent. */
  setupLimitMs?: number;
}

/** Loads the plugins and starts the workers; calls may be made at once, they wait for the first warm worker. */
export function startHost(options: HostOptions): PluginHost {
  return new ThreadedHost(options);
}
