import type { MessagePort } from 'node:worker_threads';
import type { MediaLimits } from '../../media';
import type { ModelRegistry, ModelSet } from '../../models/registry';
import type { CallInput } from '../host';
import type { PreviewAnswer } from '../preview';
import type { RunAnswer } from '../runner';
import type { TensorAnswer } from '../tensors';
import type { Admission, PluginSource } from '../loading/plugin-source';

/** The data that a worker thread starts with. */
export interface WorkerSettings {
  /** Where each capability comes from, by its id. */
  sources: ReadonlyMap<string, PluginSource>;
  admission: Admission;
  /** Capabilities that are left out, because setting them up ended a worker before. */
  leftOut: string[];
  limits: MediaLimits;
  models: ModelRegistry;
  /** Capabilities that are set up before the worker takes calls. The others are set up at their first call. */
  preload: readonly string[];
  /** Memory of the threads' native gates. */
  gates: SharedArrayBuffer;
}

/** What a worker does between calls: load other models, or set a capability up. The answer is a list of problems. */
export type UpkeepTask = { registry: ModelRegistry } | { setUp: string };

/** The answer of a capability or of a network, or a preview. */
export type WorkerAnswer = RunAnswer | TensorAnswer | PreviewAnswer;

export interface WorkerTask {
  capability: string;
  input: Omit<CallInput, 'lease'>;
  /** Set when the input's bytes are in leased memory: the worker copies them, then marks that here. */
  lease?: Int32Array;
  /** The models of the project that calls, beside those of the installation. */
  own?: ModelSet;
  /** Milliseconds until the handler's signal is aborted. */
  limitMs: number;
  /** A long call's port: progress goes out, and a request to stop comes in. */
  port?: MessagePort;
}

/** What a worker reports about itself. Piscina's own messages carry the answers of calls. */
export type WorkerMessage =
  | { type: 'setting up'; thread: number; capability: string }
  | { type: 'warm'; thread: number; setUp: string[]; failures: { capability: string; reason: string }[] }
  /**
   * An error was thrown outside any handler or setup: the thread must be replaced. The reason is absent if the call that caused
   * the error has failed with it.
   */
  | { type: 'stray error'; thread: number; reason?: string; setupOf?: string };
