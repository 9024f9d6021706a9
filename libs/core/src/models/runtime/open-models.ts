import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { didYouMean, PerceptError } from '../../kernel';
import { openImageClassifier } from '../classification';
import { openObjectDetector } from '../detection';
import { modelFolders, readManifest, type ModelFolder } from '../manifest';
import { locate, type ModelPlaces } from '../store';
import type { ModelSource, ModelTask, ModelTasks } from '../tasks';
import type { LoadedModel } from './loaded-model';
import { NativeGate } from './native-gate';
import { openSession } from './session';

/** A model that runs: what its task promises, and what its keeper needs. */
interface Running<T extends ModelTask> {
  runner: ModelTasks[T];
  /** Runs it once on an empty picture, so that the first call does not pay for the first run. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

const OPENERS: { [T in ModelTask]: (model: LoadedModel, others: ModelSource) => Running<T> | Promise<Running<T>> } = {
  'image-classification': openImageClassifier,
  'object-detection': openObjectDetector,
};

/** The models of one thread. */
export interface Models extends ModelSource {
  /** Runs every model once that was loaded since the last time. */
  warm(): Promise<void>;
  /** Ends the sessions; the source is of no use afterwards. */
  close(): Promise<void>;
}

export interface OpenOptions extends ModelPlaces {
  /** Names of the models that answer a task by default, where it is not the manifest's `default: true`. */
  defaults?: Partial<Record<ModelTask, string>>;
  /** Passed with every native call; whoever may end this thread closes it first. */
  gate?: NativeGate;
}

/** Models of a folder, each loaded when it is first asked for. For use inside a worker thread: running them blocks it. */
export function openModels(options: OpenOptions): Models {
  return new FolderModels(options);
}

class FolderModels implements Models {
  private readonly loaded = new Map<string, Promise<Running<ModelTask>>>();

  private readonly warmed = new Set<string>();
  private readonly gate: NativeGate;

  constructor(private readonly options: OpenOptions) {
    this.gate = options.gate ?? new NativeGate(NativeGate.memory(), 0);
  }

  async get<T extends ModelTask>(task: T, name?: string): Promise<ModelTasks[T]> {
    const model = this.find(task, name ?? this.options.defaults?.[task]);
    let loading = this.loaded.get(model.name);
    if (!loading) {
      loading = this.load(task, model);
      this.loaded.set(model.name, loading);
      // A model that could not be loaded may be mended and asked for again.
      loading.catch(() => this.loaded.delete(model.name));
    }
    return (await loading).runner as ModelTasks[T];
  }

  async warm(): Promise<void> {
    for (const [name, loading] of this.loaded) {
      const model = await loading;
      if (this.warmed.has(name)) continue;
      await model.warm();
      this.warmed.add(name);
    }
  }

  async close(): Promise<void> {
    const models = await Promise.allSettled(this.loaded.values());
    this.loaded.clear();
    this.warmed.clear();
    for (const model of models) if (model.status === 'fulfilled') await model.value.close();
  }

  private find(task: ModelTask, name: string | undefined): ModelFolder {
    const folders = modelFolders(this.options.modelsDir);
    if (name !== undefined) return named(folders, task, name);
    const { fitting, broken } = readable(folders, task);
    const defaults = fitting.length === 1 ? fitting : fitting.filter((model) => model.manifest.default);
    if (defaults.length === 1) return defaults[0]!;
    const names = fitting.map((model) => model.name).join(', ') || 'none';
    const problem = `Exactly one model for ${task} must say 'default: true' in its manifest; the models are: ${names}.`;
    throw new Error([problem, ...broken].join('\n'));
  }

  private async load<T extends ModelTask>(task: T, model: ModelFolder): Promise<Running<T>> {
    const { file, digest, head } = locate(model, this.options.dataDir);
    if (!existsSync(file)) throw new Error(`Model '${model.name}' is not prepared; run 'percept models prepare'.`);
    const session = await openSession(file, model.name, this.gate);
    const identity = { name: model.name, version: model.manifest.version, digest };
    const headSession = head === undefined ? undefined : await openSession(head, model.name, this.gate);
    return OPENERS[task]({ identity, manifest: model.manifest, session, head: headSession }, this);
  }
}

function named(folders: string[], task: ModelTask, name: string): ModelFolder {
  const folder = folders.find((each) => basename(each) === name);
  const model = folder === undefined ? undefined : readManifest(folder);
  if (model?.manifest.task === task) return model;
  const names = readable(folders, task).fitting.map((each) => each.name);
  const hint = didYouMean(name, names) || ` Known: ${names.join(', ')}.`;
  throw PerceptError.invalid('model', `no model for ${task} is called '${name}'.${hint}`);
}

/** Another model's broken manifest must not take this task down; `models list` shows it. */
function readable(folders: string[], task: ModelTask): { fitting: ModelFolder[]; broken: string[] } {
  const fitting: ModelFolder[] = [];
  const broken: string[] = [];
  for (const folder of folders) {
    try {
      const model = readManifest(folder);
      if (model.manifest.task === task) fitting.push(model);
    } catch (error) {
      broken.push((error as Error).message);
    }
  }
  return { fitting, broken };
}
