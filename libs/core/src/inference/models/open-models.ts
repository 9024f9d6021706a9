import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PerceptError } from '../../kernel';
import { findDecoder, failedExtensions, loadExtensions, findOpener, type ModelOpener } from './extensions';
import { listCharacters } from './registry/alphabet';
import { chooseModel } from './registry/choose';
import { digestOfFile } from './registry/file-digests';
import { ProjectSessions } from './project-sessions';
import type { Running } from './runtime/running';
import { withModels } from './registry/project-models';
import { whyFixed, type Manifest } from './manifest';
import { readManifest } from './manifest/read';
import { readModelRegistry, type ModelRegistry, type RegisteredModel } from './registry/registry';
import type { ModelPaths } from './registry/prepare';
import type { ModelSource, ModelTask, ModelTasks } from './runtime/model-tasks';
import type { LoadedModel } from './runtime/loaded-model';
import { NativeGate } from './runtime/native-gate';
import { modelsOfCall } from './call-models';
import { openIsolated } from './runtime/isolated/isolated-session';
import { openSession } from './runtime/open-session';
import type { Session } from './runtime/session';

/** The models of one thread. */
export interface Models extends ModelSource {
  /**
   * The network of a model itself, for raw tensors; loads it at the first call.
   * @throws PerceptError INVALID_REQUEST for an unknown model.
   * @throws Error if it cannot be loaded.
   */
  network(name: string): Promise<LoadedModel>;
  /** The network in a separate process with little memory, for tensors whose size a caller chose. @throws as `network` does. */
  apart(name: string): Promise<Session>;
  /** Runs every model once that was loaded since the last call. */
  warm(): Promise<void>;
  /**
   * Switches to other models: changed models are loaded and warmed beside the old ones, then replace them. A model that cannot be
   * loaded keeps its old version. Call it only between calls, because the old models are closed.
   * @returns why models could not be loaded.
   */
  reload(registry: ModelRegistry): Promise<{ name: string; reason: string }[]>;
  /** Ends the sessions; the models cannot be used afterwards. */
  close(): Promise<void>;
}

/** The available models, or the folders that hold them. */
type OpenOptions = ({ registry: ModelRegistry } | ModelPaths) & {
  /** Passed with every native call; closed before this thread is ended. */
  gate?: NativeGate;
};

/** Opens the available models, each loaded at its first request. For worker threads: running a model blocks the thread. */
export function openModels(options: OpenOptions): Models {
  const gate = options.gate ?? new NativeGate(NativeGate.memory(), 0);
  return new RegisteredModels('registry' in options ? options.registry : readModelRegistry(options), gate);
}

/** A requested task and name, with the model that answers them now. */
interface Lease {
  task: ModelTask;
  name: string | undefined;
  model: RegisteredModel;
  running: Running;
  /** A lease: it resolves to the current model at each use. */
  handle: ModelTasks[ModelTask];
}

class RegisteredModels implements Models {
  private readonly loaded = new Map<string, Promise<Running>>();
  private readonly warmed = new Set<string>();
  private readonly networks = new WeakMap<Running, LoadedModel>();
  private readonly leases = new Map<string, Lease>();
  private readonly ofProjects = new ProjectSessions(
    (model) => this.load(model, true),
    (running) => this.networks.get(running)?.session.isOver ?? false,
  );

  constructor(
    private registry: ModelRegistry,
    private readonly gate: NativeGate,
  ) {}

  async get<T extends ModelTask>(task: T, name?: string): Promise<ModelTasks[T]> {
    const own = modelsOfCall.getStore();
    const model = chooseModel(own ? withModels(this.registry, own) : this.registry, task, name);
    if (model.project !== undefined) return (await this.ofProjects.get(model)).runner as ModelTasks[T];
    const key = `${task} ${name ?? ''}`;
    const running = await this.running(model);
    let lease = this.leases.get(key);
    if (!lease) {
      lease = { task, name, model, running, handle: running.runner };
      lease.handle = createHandle(lease);
      this.leases.set(key, lease);
    }
    Object.assign(lease, { model, running });
    return lease.handle as ModelTasks[T];
  }

  async network(name: string): Promise<LoadedModel> {
    const own = modelsOfCall.getStore()?.models.find((model) => model.name === name);
    if (own) return this.networks.get(await this.ofProjects.get(own))!;
    const task = this.registry.models.find((model) => model.name === name)?.manifest.task as ModelTask;
    await this.get(task, name);
    return this.networks.get(this.leases.get(`${task} ${name}`)!.running)!;
  }

  async apart(name: string): Promise<Session> {
    const own = modelsOfCall.getStore()?.models.find((model) => model.name === name);
    const model = own ?? this.registry.models.find((each) => each.name === name)!;
    const running = await this.ofProjects.get(own ?? { ...model, revision: `${model.revision} apart` });
    return this.networks.get(running)!.session;
  }

  async warm(): Promise<void> {
    for (const [revision, loading] of this.loaded) {
      if (this.warmed.has(revision)) continue;
      const model = await loading;
      try {
        await model.warm();
      } catch (error) {
        // The error reaches only callers that request this model.
        this.loaded.delete(revision);
        await model.close();
        throw error;
      }
      this.warmed.add(revision);
    }
  }

  async reload(registry: ModelRegistry): Promise<{ name: string; reason: string }[]> {
    const problems: { name: string; reason: string }[] = [];
    this.registry = { ...registry, models: [...registry.models] };
    for (const [key, lease] of this.leases) {
      const model = attempt(() => chooseModel(registry, lease.task, lease.name));
      if (model) await this.swap(lease, model).catch((error: Error) => problems.push(this.keepOld(lease, error)));
      // The model is gone: calls that name it are refused from now on.
      else if (lease.name !== undefined) this.leases.delete(key);
    }
    await this.closeUnused();
    return problems;
  }

  private async swap(lease: Lease, model: RegisteredModel): Promise<void> {
    const running = await this.running(model);
    await this.warm();
    Object.assign(lease, { model, running });
  }

  private keepOld({ model }: Lease, error: Error): { name: string; reason: string } {
    this.registry.models = [...this.registry.models.filter(({ name }) => name !== model.name), model];
    return { name: model.name, reason: error.message };
  }

  async close(): Promise<void> {
    this.leases.clear();
    await this.closeUnused();
    await this.ofProjects.close();
  }

  /** Returns a model that is already loaded, or loads it now. */
  private running(model: RegisteredModel): Promise<Running> {
    const before = this.loaded.get(model.revision);
    if (before) return before;
    const loading = this.load(model);
    this.loaded.set(model.revision, loading);
    // A model that could not be loaded may be fixed and requested again.
    loading.catch(() => this.loaded.delete(model.revision));
    return loading;
  }

  private async load(model: RegisteredModel, isolated = false): Promise<Running> {
    const { name, project, alphabet, vocabulary, tokenizer, tokenizerConfig } = model;
    // A call carries no manifests of its project: see `forCall`.
    const { file, digest, manifest } = project === undefined ? model : await readOwn(model);
    if (!existsSync(file)) throw new Error(`Model '${name}' is not prepared; run 'percept models prepare'.`);
    const open = openerFor(manifest, this.registry.extensions);
    if (!open)
      throw new Error(`Model '${name}': ${whyFixed(manifest.task) ?? `nothing here runs a model for ${manifest.task}.`}`);
    const identity = { name, version: manifest.version, digest };
    const longestSide = Math.max(manifest.input?.size ?? 0, ...(manifest.input?.looks ?? []));
    const openFile = (path: string, use?: { longestSide: number; isPacked: boolean }): Promise<Session> =>
      isolated ? openIsolated(path, name) : openSession(path, name, this.gate, use);
    const session = await openFile(file, { longestSide, isPacked: manifest.text !== undefined });
    try {
      const characters = charactersFor(manifest, alphabet);
      const head = model.head === undefined ? undefined : await openFile(model.head);
      const loaded: LoadedModel = { identity, manifest, session, head, characters, vocabulary, tokenizer, tokenizerConfig };
      // A model of the installation must not use a model of the project that happens to call it first.
      const running = project !== undefined ? await open(loaded, this) : await modelsOfCall.exit(() => open(loaded, this));
      this.networks.set(running, loaded);
      return running;
    } catch (error) {
      await session.release();
      throw error;
    }
  }

  private async closeUnused(): Promise<void> {
    const used = new Set([...this.leases.values()].map(({ running }) => running));
    for (const [revision, loading] of [...this.loaded]) {
      const running = await loading.catch(() => undefined);
      if (running && used.has(running)) continue;
      this.loaded.delete(revision);
      this.warmed.delete(revision);
      await running?.close();
    }
  }
}

const READS = 4;
const READ_AGAIN_MS = 50;

/**
 * Reads the current version of a project's model. Retries, because another process may be replacing it.
 * @throws INVALID_REQUEST if it is gone.
 */
async function readOwn({ name, folder }: RegisteredModel): Promise<Pick<RegisteredModel, 'file' | 'digest' | 'manifest'>> {
  for (let read = 1; read <= READS; read++) {
    const found = attempt(() => {
      const { manifest } = readManifest(folder, { isSent: true });
      const file = join(folder, manifest.file!);
      return { manifest, file, digest: digestOfFile(file) };
    });
    if (found) return found;
    await sleep(READ_AGAIN_MS);
  }
  throw PerceptError.invalid('model', `the model '${name}' was removed.`);
}

function attempt<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** Returns the characters of a text model's classes, after the blank. */
function charactersFor({ labels, output }: Manifest, alphabet: string | undefined): readonly string[] | undefined {
  if (alphabet !== undefined) return listCharacters(alphabet, labels);
  return output?.decoder === 'ctc' && labels.length > 0 ? [...labels, ' '] : undefined;
}

/** Loads the plugins one by one until the task, and for a detector also the decoder, is known. */
function openerFor({ task, output, tokens }: Manifest, extensions: readonly string[] = []): ModelOpener | undefined {
  const opener = () => findOpener(task, tokens !== undefined);
  const isDetector = task === 'object-detection' || task === 'face-detection';
  const isKnown = () => opener() && !(isDetector && !findDecoder(output.decoder));
  for (const module of extensions) if (!isKnown()) loadExtensions([module]);
  if (!isKnown() && failedExtensions().length > 0)
    throw new Error(`No plugin that could be loaded reads this model for ${task}. ${failedExtensions().join(' ')}`);
  return opener();
}

/** Makes a handle that always leads to the lease's current model, so that its holder need not request it again after a swap. */
function createHandle(lease: Lease): ModelTasks[ModelTask] {
  return new Proxy(lease.running.runner, {
    get: (_first, property) => {
      const { runner } = lease.running;
      const value: unknown = Reflect.get(runner, property);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(runner) : value;
    },
  });
}
