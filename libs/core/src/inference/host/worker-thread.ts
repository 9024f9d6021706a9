import 'reflect-metadata';
import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort, threadId } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { collectGarbage } from '../../kernel';
import { NativeGate, openNetwork } from '../models/runtime';
import { callSignal, modelsOfCall, openModels, type Models } from '../models';
import type { CapabilityDefinition, Progress } from '../declaration';
import { receiveInput } from './pool/transfer';
import type { CallInput } from './host';
import { loadPlugins, type LoadedPlugins, type PluginDependencies } from './loading/load';
import type { PluginSource } from './loading/plugin-source';
import type { UpkeepTask, WorkerAnswer, WorkerMessage, WorkerSettings, WorkerTask } from './pool/messages';
import { preview, PREVIEW_ID } from './preview';
import { errorAnswer, internalAnswer, Runner, timedOut } from './runner';
import { infer, isOfProject, modelOfInference, type TensorAnswer } from './tensors';

/** The setup or call for which code runs, so that an unhandled error is attributed correctly. */
type Cause = { setupOf: string } | { fail: (answer: WorkerAnswer) => boolean; capability: string };

/** Milliseconds from the last call with leased memory to the garbage collection. */
const IDLE_MS = 60_000;
let garbageTimer: NodeJS.Timeout | undefined;

const cause = new AsyncLocalStorage<Cause>();
interface Started {
  runner: Runner;
  models: Models;
  settings: WorkerSettings;
}

/** A thread that has loaded what it needs for its work. */
export interface WorkerThread {
  /** The preloaded capabilities; `failures` has those whose setup failed. */
  setUp: string[];
  failures: { capability: string; reason: string }[];
  /** @returns the answer of a call, or the problems of a task between calls. */
  answer(task: WorkerTask | UpkeepTask): Promise<WorkerAnswer | string[]>;
}

/** Loads the model registry and sets up the preloaded capabilities. */
export async function startThread(settings: WorkerSettings): Promise<WorkerThread> {
  process.on('uncaughtException', strayError);
  const gate = new NativeGate(settings.gates, threadId);
  const models = openModels({ registry: settings.models, gate });
  const runner = new Runner(models, settings.limits, (file) => openNetwork(file, gate));
  const failures: { capability: string; reason: string }[] = [];
  const thread = { runner, models, settings };
  const setUp: string[] = [];
  for (const capability of settings.sources.keys()) {
    if (settings.leftOut.includes(capability) || !settings.preload.includes(capability)) continue;
    report({ type: 'setting up', thread: threadId, capability });
    const [reason] = await setUpIn(thread, capability);
    if (reason === undefined) setUp.push(capability);
    else failures.push({ capability, reason });
  }
  return { setUp, failures, answer: (task) => answer(task, thread) };
}

/** A plugin is loaded when one of its capabilities is first called, so that a thread loads only what it runs. */
const loaded = new Map<PluginSource, LoadedPlugins>();

/** @throws Error if its plugin cannot be loaded here, although the main thread could load it. */
function findCapability(
  id: string,
  settings: WorkerSettings,
): { capability: CapabilityDefinition; dependencies: PluginDependencies | undefined } {
  const source = settings.sources.get(id)!;
  const plugins = loaded.get(source) ?? loadPlugins([source], settings.admission);
  const capability = plugins.capabilities.get(id);
  if (!capability) throw new Error(plugins.rejected[0]?.reason ?? `its plugin has no ${id} in a worker thread`);
  loaded.set(source, plugins);
  return { capability, dependencies: plugins.dependencies.get(id) };
}

/** Also loads and warms the capability's models. @returns why that failed; empty if it succeeded. */
async function setUpIn({ runner, models, settings }: Started, id: string): Promise<string[]> {
  if (id === PREVIEW_ID) return [];
  const model = modelOfInference(id);
  const setUp = async (): Promise<unknown> => {
    if (model !== undefined) return models.network(model);
    const { capability, dependencies } = findCapability(id, settings);
    return runner.setUp(capability, dependencies);
  };
  try {
    await cause.run({ setupOf: id }, setUp);
    await models.warm();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** @returns the problems that occurred. */
async function upkeep(task: UpkeepTask, thread: Started): Promise<string[]> {
  if ('setUp' in task) return setUpIn(thread, task.setUp);
  const problems = await thread.models.reload(task.registry);
  return problems.map(({ reason }) => reason);
}

/** An error outside any handler fails only the call that caused it, not calls that run at the same time. */
function strayError(error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const owner = cause.getStore();
  const setupOf = owner && 'setupOf' in owner ? owner.setupOf : undefined;
  const answered = owner && 'fail' in owner && owner.fail(internalAnswer(owner.capability, reason));
  report({ type: 'stray error', thread: threadId, reason: answered ? undefined : reason, setupOf });
}

function report(message: WorkerMessage): void {
  parentPort!.postMessage(message);
}

/** A view of leased memory keeps that memory alive, and a thread without work would collect no garbage. */
function collectGarbageLater(): void {
  clearTimeout(garbageTimer);
  garbageTimer = setTimeout(collectGarbage, IDLE_MS).unref();
}

async function answer(task: WorkerTask | UpkeepTask, worker: Started): Promise<WorkerAnswer | string[]> {
  if (!('capability' in task)) return upkeep(task, worker);
  const { runner } = worker;
  const { capability, limitMs, port } = task;
  if (task.lease) collectGarbageLater();
  let input: CallInput;
  try {
    input = receiveInput(task);
  } catch (error) {
    return internalAnswer(capability, (error as Error).stack!);
  }
  const stop = new AbortController();
  // AbortSignal.timeout would keep its signal, and everything attached to it, alive until the next full collection.
  const limit = setTimeout(() => stop.abort(), Math.ceil(limitMs)).unref();
  port?.once('message', () => stop.abort());
  const progress = (how: Progress) => port?.postMessage(how);
  const found = await new Promise<WorkerAnswer>((resolve) => {
    let answered = false;
    const settle = (found: WorkerAnswer): boolean => {
      const first = !answered;
      answered = true;
      resolve(found);
      return first;
    };
    const model = isOfProject(capability) ? (input.fields!.model as string) : modelOfInference(capability);
    const run = (): Promise<WorkerAnswer> => {
      if (capability === PREVIEW_ID) return previewIn(worker, input, stop.signal);
      return model === undefined
        ? runner.run(capability, input, { signal: stop.signal, progress })
        : inferIn(worker, { model, input, signal: stop.signal });
    };
    const work = () => run().then(settle);
    const inContext = () => callSignal.run(stop.signal, () => modelsOfCall.run(task.own, work));
    void cause.run({ fail: settle, capability }, inContext).finally(() => {
      clearTimeout(limit);
      port?.close();
    });
  });
  return found.kind === 'tensors' ? moved(found) : found;
}

interface Inference {
  model: string;
  input: CallInput;
  /** Aborted at the time limit. */
  signal: AbortSignal;
}

async function inferIn({ models, settings }: Started, { model, input, signal }: Inference): Promise<WorkerAnswer> {
  try {
    const { bytes: body } = input.media as { bytes: Uint8Array };
    const headLength = input.fields?.head_length as number | undefined;
    return await infer(await models.network(model), { body, headLength, apart: () => models.apart(model) }, settings.limits);
  } catch (error) {
    return signal.aborted ? { kind: 'error', error: timedOut('model.infer').toRecord() } : errorAnswer('model.infer', error);
  }
}

async function previewIn({ settings }: Started, input: CallInput, signal: AbortSignal): Promise<WorkerAnswer> {
  try {
    return await preview(input, settings.limits, signal);
  } catch (error) {
    return errorAnswer(PREVIEW_ID, error);
  }
}

/** Moves the bytes of the answer to the main thread. */
function moved(answer: TensorAnswer): TensorAnswer {
  const buffers = answer.body.map(({ buffer }) => buffer as ArrayBuffer);
  return move({
    get [transferableSymbol]() {
      return buffers;
    },
    get [valueSymbol]() {
      return answer;
    },
  }) as unknown as TensorAnswer;
}
