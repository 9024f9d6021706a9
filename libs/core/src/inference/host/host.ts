import type { ModelIdentity } from '../models/runtime';
import type { ModelRegistry } from '../models/registry';
import type { Preview } from '../media/images';
import type { Share } from '../../kernel';
import type { MayFollow } from '../../kernel/net';
import type { CapabilityDefinition, LoadedPlugin, Progress } from '../declaration';
import type { BufferLease } from './input/buffer-lease';
import type { EncodedAnswer } from './tensors';

/** Media by the name of their part, in memory or in a file that Percept may read. */
export type UploadedMedia = { field: string } & ({ bytes: Uint8Array } | { file: string });

/** Files of rows, by the property that the rows belong to. */
export type RowFiles = Record<string, { path: string; rows: number }>;

/** The input of a call before it is parsed and validated. */
export interface CallInput {
  /** An unparsed JSON body. Large ones are parsed in the worker, so that the main thread stays free. */
  json?: Uint8Array;
  /** Parsed parameters (form fields, query, CLI, a pipeline's `with`). */
  fields?: Record<string, unknown>;
  /** Whether the fields are texts from a form or a query. Numbers, booleans and lists are then parsed by the schema. */
  fromText?: boolean;
  /** Parameters in the query of a request with a body, as texts. */
  query?: Record<string, unknown>;
  /** Uploaded media, by the name of its part: `image`, `video`. */
  media?: UploadedMedia;
  /**
   * Whether only this call uses the memory behind the bytes. It is then transferred to the worker, even if the bytes fill only part
   * of it.
   */
  transferable?: boolean;
  /** The lease of the memory that holds the bytes. */
  lease?: BufferLease;
  /** Whether the media field (`image`, `video`) may be a path on this machine: for pipelines and the CLI, never for HTTP. */
  allowPaths?: boolean;
  /** Files of rows by parameter, with a JSON object on each line. For pipelines only. */
  rowFiles?: Record<string, string>;
  /** Path prefix for files with more rows than fit into an answer. If absent, too many rows are an error. */
  rowsTo?: string;
  /** Maximum characters of JSON for rows in the answer; if absent, only the number of rows is limited. */
  listCharacters?: number;
  /** Whether to draw the boxes of the output on the image too. */
  annotate?: boolean;
  /** The longest video, in seconds, for which the caller waits. A longer one results in a `PostponedCall`. */
  liveSeconds?: number;
  /** The same for all attempts at one effect; passed to the handler. */
  idempotencyKey?: string;
}

export interface CallOptions {
  /** Drops the call while it is queued. Of running calls it stops only long ones; others end at their time limit. */
  signal?: AbortSignal;
  /** Time limit of the work; for a live call it includes the time in the queue. Default: the configuration's limit. */
  timeoutMs?: number;
  /** Waits for a worker without limit, and is never refused as OVERLOADED, because nobody waits for the answer. */
  patient?: boolean;
  /** The share of the workers that the call counts towards. Calls without one have a common share. */
  share?: Share;
  /** The project whose uploads the call may use; by default the share's project. */
  projectId?: string;
  /** Where redirects of the media URL may lead; by default to any public address. */
  mayFollow?: MayFollow;
  /** Called with the worker's number when a worker takes the call, which is queued until then. */
  onBegin?: (worker: number) => void;
  /** Receives the progress of a long call. */
  onProgress?: (progress: Progress) => void;
}

export interface CallResult {
  output: Record<string, unknown>;
  /** Whether the output has more than 1 MB of JSON. */
  isLarge?: boolean;
  /** Milliseconds by stage: queue, decode, inference, … */
  timings: Record<string, number>;
  /** The models that answered. */
  models: ModelIdentity[];
  /** A JPEG of the image with the output's boxes, if `annotate` was set and there are any. */
  annotated?: Uint8Array;
  /** Rows that were too many for the output, by property; the output has an empty list instead. */
  rowFiles?: RowFiles;
}

/** An inference request of the Open Inference Protocol v2 for the raw tensors of a model. */
export interface InferenceCall extends Pick<CallInput, 'lease' | 'transferable'> {
  model: string;
  body: Uint8Array;
  /** Bytes of JSON at the start of the body; binary tensors follow. Absent: the whole body is JSON. */
  headLength?: number;
}

/** The response; `outputs` lists the output tensors without their data. */
export interface InferenceResult extends EncodedAnswer, Pick<CallResult, 'timings' | 'models'> {}

export interface HostStats {
  workers: number;
  busy: number;
  queued: number;
  queuedBytes: number;
  restarts: number;
}

/** The video is longer than its caller waits for. `input` is the same call with the video in its own file. */
export class PostponedCall extends Error {
  constructor(readonly input: CallInput & { media: { field: string; file: string } }) {
    super('the video is longer than its caller waits for');
  }
}

/** Runs capabilities in worker threads. Survives plugins that throw, hang, exit or use up memory. */
export abstract class PluginHost {
  abstract readonly plugins: readonly LoadedPlugin[];
  abstract readonly capabilities: ReadonlyMap<string, CapabilityDefinition>;
  /** Plugins that were rejected, with the reasons. */
  abstract readonly rejected: readonly { source: string; reason: string }[];
  /** Settles when every worker has set up the preloaded capabilities. */
  abstract readonly ready: Promise<void>;
  abstract isReady(): boolean;
  /** Ids of the capabilities that a worker has set up; the first call of any other takes longer. */
  abstract warmCapabilities(): string[];
  /** @throws PerceptError NOT_FOUND; FORBIDDEN for an opt-in capability that the operator has not switched on. */
  abstract find(capability: string): CapabilityDefinition;
  /** Does all checks that need no worker. @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE, NOT_FOUND. */
  abstract check(capability: string, input: CallInput): void;
  /** @throws PerceptError OVERLOADED if a new live call could not start in time. */
  abstract checkRoom(capability: string, share?: Share): void;
  /**
   * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, TIMEOUT, INTERNAL;
   *   NOT_FOUND for an unknown capability.
   */
  abstract call(capability: string, input: CallInput, options?: CallOptions): Promise<CallResult>;
  /**
   * Runs a model on raw tensors.
   * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, TIMEOUT, INTERNAL.
   */
  abstract infer(call: InferenceCall, options?: CallOptions): Promise<InferenceResult>;
  /**
   * Makes a preview JPEG of an image or of a video's first frame. The image may be cut off, or too large to be analyzed.
   * @param side maximum pixels of the longer side.
   * @throws PerceptError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, OVERLOADED, TIMEOUT, INTERNAL.
   */
  abstract preview(media: UploadedMedia, side: number, options?: CallOptions): Promise<Preview>;
  /**
   * Switches every worker to other models while calls continue.
   * @returns why models could not be loaded; those models stay unchanged.
   */
  abstract reloadModels(registry: ModelRegistry): Promise<string[]>;
  abstract stats(): HostStats;
  abstract close(): Promise<void>;
}
