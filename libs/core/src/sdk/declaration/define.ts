import type { Video } from '../../inference/media/video';
import type { Image } from '../../inference/media/images';
import type { ModelIdentity, ModelTask, ModelTasks, Network, TimingRecorder } from '../../inference/models/runtime';
import type { ImageInput } from './image-input';
import type { VideoInput } from './video-input';

/** A class whose instances are made without arguments: decorators on it are the type, the check and the document. */
export type Class<T extends object = object> = new () => T;

/** What a handler is given for an input class: the three ways to pass a picture have become one opened picture. */
export type Resolved<I> = I extends ImageInput
  ? Omit<I, keyof ImageInput> & { image: Image }
  : I extends VideoInput
    ? Omit<I, keyof VideoInput> & { video: Video }
    : I;

/** Lent to `setup`, once in each worker thread. */
export interface SetupContext {
  /**
   * The model of that name, or the default for the task. Asked in `setup` it is loaded and warmed up before the worker takes
   * calls; the handler may ask too, for a model that its request names. What is lent follows every change of the model.
   */
  model: <T extends ModelTask>(task: T, name?: string) => Promise<ModelTasks[T]>;
  /**
   * A network of the plugin's own from an ONNX file, for whatever no task of `model` covers. It has one thread, and its runs may be
   * cut by the time limit without harm to the process.
   */
  network: (file: string) => Promise<Network>;
  /** The plugin's options as the configuration gives them, checked; ask with the class that the plugin declares. */
  options: <O extends object>(type: Class<O>) => O;
  /** A secret that the plugin names. @throws Error for another one. */
  secret: (name: string) => string;
}

/** How far a long call is. */
export interface Progress {
  processed_frames: number;
  total_frames: number;
  /** 0 to 100. */
  percent: number;
  /** Seconds that it will probably still take; null where nobody knows yet. */
  eta_seconds: number | null;
}

/** Lent to the handler for one call. */
export interface CallContext {
  /** Aborted at the time limit; a handler that goes on regardless is ended with its worker. */
  signal: AbortSignal;
  /** Times a stage for the Server-Timing header and the metrics. */
  timer: TimingRecorder;
  /** For handlers with effects: the same at every attempt at one item of a pipeline, so that the effect happens once. */
  idempotencyKey?: string;
  /** Tells how far a long call is. */
  progress: (progress: Progress) => void;
  /** Names the model that answered, for events and logs. */
  used: (model: ModelIdentity) => void;
}

export type Handler<I, O> = (input: Resolved<I>, context: CallContext) => Promise<O>;

export interface CapabilityDefinition<I extends object = object, O extends object = object> {
  /** `<plugin>.<verb>`: the REST path, the `uses` of a pipeline, the CLI name and the label on the metrics follow from it. */
  id: string;
  summary: string;
  description?: string;
  /** REST path where the interface names another one than `/v2/<id with a slash for the dot>`. */
  path?: string;
  input: Class<I>;
  output: Class<O>;
  /**
   * May take minutes: it has its own lane beside the short ones, its own time limit, is stopped with its caller's signal, and
   * tells its progress.
   */
  long?: boolean;
  /** Whether equal input gives equal output, so that a pipeline may cache it. */
  deterministic?: boolean;
  /** Example inputs: shown in the document, run by the contract tests. */
  examples?: Record<string, unknown>[];
  setup(context: SetupContext): Promise<Handler<I, O>> | Handler<I, O>;
}

export interface PluginDefinition {
  name: string;
  version: string;
  /** The versions of Percept that it fits, as npm writes ranges: `^0.1.0`. */
  percept?: string;
  /** What its user may set in the configuration. */
  options?: Class;
  /** Names of the secrets that it is to be lent: `API_TOKEN` comes from PERCEPT_SECRET_API_TOKEN. */
  secrets?: string[];
  capabilities: CapabilityDefinition[];
}

/** Declares a capability; the types of `setup` follow from the classes. */
export function defineCapability<I extends object, O extends object>(
  definition: CapabilityDefinition<I, O>,
): CapabilityDefinition {
  return definition as unknown as CapabilityDefinition;
}

/** Declares a plugin: a value, no side effect. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition;
}

/** `vision.detect` → `/v2/vision/detect`. */
export function capabilityPath(capability: Pick<CapabilityDefinition, 'id' | 'path'>): string {
  return capability.path ?? `/v2/${capability.id.replaceAll('.', '/')}`;
}
