import type { DocumentFile } from '../media/documents';
import type { Video } from '../media/video';
import type { Image } from '../media/images';
import type { ModelIdentity, ModelTask, ModelTaskDefinition, ModelTasks, Network, TimingRecorder } from '../models/runtime';
import type { Class } from '../../kernel/schema';
import type { CollectedMatch, CollectionQuery } from './collection-query';
import type { DocumentInput } from './document-input';
import type { ImageInput } from './image-input';
import type { VideoInput } from './video-input';

/** What a handler receives for an input class: the three ways to pass media become one opened `image`, `video` or `document`. */
export type Resolved<I> = I extends ImageInput
  ? Omit<I, keyof ImageInput> & { image: Image }
  : I extends VideoInput
    ? Omit<I, keyof VideoInput> & { video: Video }
    : I extends DocumentInput
      ? Omit<I, keyof DocumentInput> & { document: DocumentFile }
      : I;

/** What `setup` receives, once in each worker thread. */
export interface SetupContext {
  /**
   * Returns a model for the task: the one with the name, or the configuration's default. A model requested in `setup` is loaded and
   * warmed up before the worker takes calls. The handler may also request one, for a model that its caller names. When a model's
   * file changes, the returned object runs the new one.
   * @throws PerceptError INVALID_REQUEST for the field `model` if no model with this name is for the task.
   */
  model: {
    <T extends ModelTask>(task: T, name?: string): Promise<ModelTasks[T]>;
    /** For a task of a plugin. */
    <R extends object>(task: ModelTaskDefinition<R>, name?: string): Promise<R>;
  };
  /**
   * Loads an ONNX file of the plugin, for a network that no task of `model` covers. It uses one thread. The time limit may end a
   * run without harm to the process.
   * @throws Error if ONNX Runtime cannot load the file.
   */
  network: (file: string) => Promise<Network>;
  /** Returns the plugin's options from the configuration, validated. @param type the class that the plugin declares as `options`. */
  options: <O extends object>(type: Class<O>) => O;
  /** Returns a secret that the plugin declares in `secrets`. @throws Error for any other name. */
  secret: (name: string) => string;
}

/** The progress of a long call. */
export interface Progress {
  processed_frames: number;
  total_frames: number;
  /** From 0 to 100. */
  percent: number;
  /** The estimated remaining time in seconds; null when it is not known yet. */
  eta_seconds: number | null;
}

/** What a handler receives for a call in addition to its input. */
export interface CallContext {
  /** Aborted at the time limit. If the handler continues, its worker thread is terminated. */
  signal: AbortSignal;
  /** Measures a stage for the Server-Timing header and the metrics. */
  timer: TimingRecorder;
  /** For handlers with side effects. All attempts at one item of a pipeline have the same key, so that the effect happens once. */
  idempotencyKey?: string;
  /** Reports the progress of a long call. */
  progress: (progress: Progress) => void;
  /**
   * Ends a call that turns out to take longer than its caller waits: Percept answers 202, and repeats the call later with nobody
   * waiting. Does nothing if nobody waits. For `long` capabilities that take documents.
   */
  later: () => void;
  /**
   * Searches for the nearest entries in a collection of the calling project. The capability's `complete` receives them, in the
   * order of the queries.
   */
  search: (query: CollectionQuery) => void;
  /** Reports a model that contributed to the answer, for events, logs and the header Percept-Models. */
  used: (model: ModelIdentity) => void;
}

/** Answers one call: receives the validated input, returns the output. */
export type Handler<I, O> = (input: Resolved<I>, context: CallContext) => Promise<O>;

/** A capability: everything that Percept needs to offer it as a route, a pipeline step and a command. */
export interface CapabilityDefinition<I extends object = object, O extends object = object> {
  /** `<plugin>.<verb>`. It determines the REST path, `uses` in a pipeline, the CLI name and the label of the metrics. */
  id: string;
  /** One sentence for lists and the OpenAPI page. */
  summary: string;
  /** More text for the OpenAPI page, in Markdown. */
  description?: string;
  /** The name of the method in generated clients, such as `detectObjects`. By default the id in camel case. */
  operation?: string;
  /** The REST path. The default is `/v2/` and the id with slashes instead of dots. */
  path?: string;
  /** The class of the input. Parameters that it does not declare are refused with INVALID_REQUEST. */
  input: Class<I>;
  /** The class of the output. An output that does not match it is answered with INTERNAL. */
  output: Class<O>;
  /** Whether a call may take minutes. Long calls have their own time limit, report progress, and stop when the caller aborts. */
  long?: boolean;
  /** Milliseconds without progress after which a long call is ended, such as at a page that would never be read. Default: never. */
  stallMs?: number;
  /** Whether equal input gives equal output. Only then may pipelines cache the output. */
  deterministic?: boolean;
  /**
   * The tasks of the models that the capability may use, such as `object-detection`. The dashboard shows it beside those models.
   */
  tasks?: readonly string[];
  /** Example inputs, shown on the OpenAPI page. */
  examples?: Record<string, unknown>[];
  /**
   * The capability is off until the operator sets this setting of Percept to `on`, such as `PERCEPT_FACE_RECOGNITION`. `reason`
   * says in a sentence why it is off by default.
   */
  optIn?: { setting: string; reason: string };
  /**
   * Puts the results of `CallContext.search` into the output. Runs in the main thread, which has the database, and only if the
   * handler searched.
   */
  complete?(output: O, found: readonly (readonly CollectedMatch[])[]): O;
  /** The part of the output for events, which are kept and sent to webhooks; all of it by default. */
  told?(output: O): object;
  /** Prepares the capability, once in each worker thread, and returns its handler. An error here leaves the capability out. */
  setup(context: SetupContext): Promise<Handler<I, O>> | Handler<I, O>;
}

/** What every plugin declares, with capabilities, which run in worker threads. */
export interface CapabilityPlugin {
  /** Unique in a service. */
  name: string;
  version: string;
  /** The versions of Percept that the plugin works with, as an npm range such as `^0.1.0`. */
  percept?: string;
  /** The address of the plugin's documentation, with http or https. The dashboard links to it. */
  docs?: string;
  /** The class of the plugin's options in the configuration. */
  options?: Class;
  /** The names of the secrets that `setup` may read: `API_TOKEN` comes from the variable PERCEPT_SECRET_API_TOKEN. */
  secrets?: string[];
  capabilities?: CapabilityDefinition[];
}

/** A plugin that passed admission. */
export type LoadedPlugin = CapabilityPlugin & Required<Pick<CapabilityPlugin, 'capabilities'>>;

/** Declares a capability. TypeScript infers the types of the handler from the input and output classes. */
export function defineCapability<I extends object, O extends object>(
  definition: CapabilityDefinition<I, O>,
): CapabilityDefinition {
  return definition as unknown as CapabilityDefinition;
}

/** The REST path of a capability: `/v2/vision/detect` for `vision.detect`. */
export function capabilityPath(capability: Pick<CapabilityDefinition, 'id' | 'path'>): string {
  return capability.path ?? `/v2/${capability.id.replaceAll('.', '/')}`;
}
