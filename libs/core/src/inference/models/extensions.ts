import { announceSdk } from './announce-sdk';
import type { ModelArchitecture } from './registry/add/architecture';
import type { WeightSource } from './registry/pull/weight-source';
import type { Running } from './runtime/running';
import type { DetectionDecoder, LoadedModel, ModelSource } from './runtime';
import type { ModelTask } from './runtime/model-tasks';
import { checkModelTask, openAddedTask, type ModelTaskDefinition } from './runtime/added-task';

/** Turns a loaded network into what its task promises. @throws Error if the network does not fit its manifest. */
export type ModelOpener<T extends ModelTask = ModelTask> = (
  model: LoadedModel,
  others: ModelSource,
) => Running<T> | Promise<Running<T>>;

/** A plugin's additions to models. They run in the worker threads, and in the process that tries a model. */
export interface ModelExtensions {
  /** How outputs of detectors are read, by the name that a manifest gives as `output.decoder`. */
  decoders?: Readonly<Record<string, DetectionDecoder>>;
  /** Openers for models of Percept's own tasks; only for plugins that come with it. */
  modelTasks?: { readonly [T in ModelTask]?: ModelOpener<T> };
  /** The same for models that read tokens: their manifest has `tokens`. */
  tokenTasks?: { readonly [T in ModelTask]?: ModelOpener<T> };
  /** The plugin's own tasks. */
  tasks?: readonly ModelTaskDefinition[];
  /** Architectures that `percept models add` recognizes. */
  architectures?: readonly ModelArchitecture[];
  /** Places from which `percept models pull` and `percept models add` fetch weights. */
  weightSources?: readonly WeightSource[];
}

const openers = new Map<string, ModelOpener>();
const decoders = new Map<string, DetectionDecoder>();
const loaded = new Map<string, ModelExtensions[]>();
const failed = new Map<string, string>();

/** Why modules could not be loaded; empty if all could. */
export const failedExtensions = (): string[] => [...failed.values()];

const withTokens = (task: string) => `${task} with tokens`;

/** Opens the models of a task, or those of them that read tokens; undefined while no plugin that does is loaded. */
export const findOpener = (task: string, readsTokens: boolean): ModelOpener | undefined =>
  openers.get(readsTokens ? withTokens(task) : task);

/** Returns how a detector's outputs are read, by the manifest's `output.decoder`; undefined while no plugin with it is loaded. */
export const findDecoder = (name: string): DetectionDecoder | undefined => decoders.get(name);

/** Returns the names of all decoders of detectors that are loaded. */
export const decoderNames = (): string[] => [...decoders.keys()];

/**
 * Loads modules of plugins by their absolute paths, each once, and makes their decoders and tasks known. One that cannot be loaded
 * is left out: see `failedExtensions`.
 */
export function loadExtensions(modules: readonly string[] = []): ModelExtensions[] {
  return modules.flatMap((path) => {
    if (failed.has(path)) return [];
    const known = loaded.get(path);
    if (known) return known;
    try {
      const extensions = extensionsOf(path);
      extensions.forEach(register);
      loaded.set(path, extensions);
      return extensions;
    } catch (error) {
      failed.set(path, `The plugin ${path} cannot be used for models: ${(error as Error).message}`);
      return [];
    }
  });
}

function extensionsOf(path: string): ModelExtensions[] {
  announceSdk();
  // oxlint-disable-next-line typescript/no-require-imports
  const module = require(path) as { default?: unknown; plugin?: unknown; plugins?: unknown };
  const exported = module.plugins ?? module.plugin ?? module.default ?? module;
  return (Array.isArray(exported) ? exported : [exported]) as ModelExtensions[];
}

function register(plugin: ModelExtensions & { name?: string }): void {
  const { name = '', modelTasks = {}, tokenTasks = {}, tasks = [] } = plugin;
  for (const [decoder, value] of Object.entries(plugin.decoders ?? {})) addDecoder(decoder, value);
  for (const [task, open] of Object.entries(modelTasks)) addOpener(task, open);
  for (const [task, open] of Object.entries(tokenTasks)) addOpener(withTokens(task), open);
  for (const task of tasks) {
    checkModelTask(name, task);
    addOpener(task.id, (model) => openAddedTask(task, model));
  }
}

function addOpener(task: string, open: ModelOpener): void {
  if ((openers.get(task) ?? open) !== open) throw new Error(`another plugin opens the models for ${task}`);
  openers.set(task, open);
}

function addDecoder(name: string, decoder: DetectionDecoder): void {
  if ((decoders.get(name) ?? decoder) !== decoder) throw new Error(`another decoder has the name '${name}'`);
  decoders.set(name, decoder);
}
