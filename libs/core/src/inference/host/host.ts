import type { ModelIdentity } from '../models/runtime';
import type { ModelRegistry } from '../models/registry';
import type { Preview } from '../media/images';
import type { Share } from '../../kernel';
import type { MayFollow } from '../../kernel/net';
import type { CapabilityDefinition, LoadedPlugin, Progress } from '../declaration';
import type { BufferLease } from './input/buffer-lease';
import type { EncodedAnswer } from './tensors';

/** Media by the name of their part, in memory or in a file that is ours to read. */
export type UploadedMedia = { field: string } & ({ bytes: Uint8Array } | { file: string });

/** Files of rows by the property that they belong to. */
export type RowFiles = Record<string, { path: string; rows: number }>;

/** The input of a call before it is parsed and validated. */
export interface CallInput {
  /** An unparsed JSON body. Large ones are parsed in the worker, so that the main thread stays free. */
  json?: Uint8Array;
  /** Parameters that are parsed already (form fields, query, CLI, a pipeline's `with`). */
  fields?: Record<string, unknown>;
  /** Fields are texts from a form or a query: numbers, booleans and lists are read from them by the schema. */
  fromText?: boolean;
  /** Parameters in the query beside a body, as texts. */
  query?: Record<string, unknown>;
  /** Uploaded media, by the name of its part: `image`, `video`. */
  media?: UploadedMedia;
  /** Only this call uses the memory behind the bytes: it is transferred to the worker even if the bytes fill a part of it. */
  transferable?: boolean;
  /** The lease of the memory that holds the bytes. */
  lease?: BufferLease;
  /** The media field (`image`, `video`) may be a path of this machine: for pipelines and the CLI, never for HTTP. */
  allowPaths?: boolean;
  /** Files with a JSON object on each line, for parameters that take rows, by parameter. For pipelines only. */
  rowFiles?: Record<string, string>;
  /** Where more rows than fit into an answer are written: the beginning of a path. Without it they are an error. */
  rowsTo?: string;
  /** Characters of JSON from which on rows count as too many; only their number counts without it. */
  listCharacters?: number;
  /** Also draws the boxes of the output on the image. */
  annotate?: boolean;
  /** The longest video in seconds that the caller waits for. A longer one is returned as a `PostponedCall`. */
  liveSeconds?: number;
  /** The same for every attempt at one effect; the handler receives it. */
  idempotencyKey?: string;
}

export interface CallOptions {
  /** Drops the call while it waits. Of calls under way only long ones are stopped by it; others end by their time limit. */
  signal?: AbortSignal;
  /** How long the work may take, for a live call waiting included; the configuration's limit when absent. */
  timeoutMs?: number;
  /** Waits for a worker as long as it takes, and is never refused as OVERLOADED: nobody waits for the answer. */
  patient?: boolean;
  /** Whose share of the workers it takes; calls without one share among themselves. */
  share?: Share;
  /** The project whose uploads its media may be; that of the share when absent. */
  projectId?: string;
  /** Where redirects of its media URL may lead; anywhere public when absent. */
  mayFollow?: MayFollow;
  /** Called when a worker takes the call, with its number: until then the call waits. */
  onBegin?: (worker: number) => void;
  /** Receives the progress of a long call. */
  onProgress?: (progress: Progress) => void;
}

export interface CallResult {
  output: Record<string, unknown>;
  /** The output has more than 1 MB of JSON. */
  isLarge?: boolean;
  /** Milliseconds by stage: queue, decode, inference, … */
  timings: Record<string, number>;
  /** The models that answered. */
  models: ModelIdentity[];
  /** The image with the boxes of the output as a JPEG, where `annotate` asked for it and there are some. */
  annotated?: Uint8Array;
  /** Rows that were too many for the output, which has an empty list in their place; by property. */
  rowFiles?: RowFiles;
}

/** An inference request of the Open Inference Protocol v2 for the raw tensors of a model. */
export interface InferenceCall extends Pick<CallInput, 'lease' | 'transferable'> {
  model: string;
  body: Uint8Array;
  /** Bytes of the JSON at the start of the body; binary tensors follow. All of it is JSON where this is absent. */
  headLength?: number;
}

/** Its response; the output tensors without their data are in `outputs`. */
export interface InferenceResult extends EncodedAnswer, Pick<CallResult, 'timings' | 'models'> {}

export interface HostStats {
  workers: number;
  busy: number;
  queued: number;
  queuedBytes: number;
  restarts: number;
}

/** The video is longer than its caller waits for. `input` is the same call with the video in a file of its own. */
export class PostponedCall extends Error {
  constructor(readonly input: CallInput & { media: { field: string; file: string } }) {
    super('the video is longer than its caller waits for');
  }
}

/** Runs capabilities in worker threads; survives a plugin that throws, hangs, exits or eats memory. */
export abstract class PluginHost {
  abstract readonly plugins: readonly LoadedPlugin[];
  abstract readonly capabilities: ReadonlyMap<string, CapabilityDefinition>;
  /** Plugins that were left out, and why. */
  abstract readonly rejected: readonly { source: string; reason: string }[];
  /** Settled when every worker has set up what is preloaded. */
  abstract readonly ready: Promise<void>;
  abstract isReady(): boolean;
  /** Ids of the capabilities that a worker has set up; the first call of any other takes longer. */
  abstract warmCapabilities(): string[];
  /** Checks what can be checked without a worker. @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE, NOT_FOUND. */
  abstract check(capability: string, input: CallInput): void;
  /** @throws PerceptError OVERLOADED if a live call that came now would not be reached in time. */
  abstract checkRoom(capability: string, share?: Share): void;
  /**
   * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, TIMEOUT, INTERNAL;
   *   NOT_FOUND for an unknown capability.
   */
  abstract call(capability: string, input: CallInput, options?: CallOptions): Promise<CallResult>;
  /**
   * Runs the raw tensors of a model.
   * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, TIMEOUT, INTERNAL.
   */
  abstract infer(call: InferenceCall, options?: CallOptions): Promise<InferenceResult>;
  /**
   * A JPEG to look at: of an image, also one that is cut off or too large to be analyzed, or of the first frame of a video.
   * @param side pixels of the longer side at most.
   * @throws PerceptError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, TIMEOUT, INTERNAL.
   */
  abstract preview(media: UploadedMedia, side: number, options?: CallOptions): Promise<Preview>;
  /**
   * Goes over to other models in every worker; calls go on meanwhile.
   * @returns why models could not be loaded; those stay as they were.
   */
  abstract reloadModels(registry: ModelRegistry): Promise<string[]>;
  abstract stats(): HostStats;
  abstract close(): Promise<void>;
}
