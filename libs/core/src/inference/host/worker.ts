import 'reflect-metadata';
import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort, threadId } from 'node:worker_threads';
import { workerData } from 'piscina';
import { collectGarbage } from '../../kernel';
import { prepareDecoder } from '../media/images';
import { NativeGate, openNetwork } from '../models/runtime';
import { openModels, type Models } from '../models';
import type { Progress } from '../../sdk/declaration';
import { receiveInput } from './pool/transfer';
import type { CallInput } from './host';
import { loadPlugins } from './loading/load';
import type { ReloadModelsTask, WorkerMessage, WorkerSettings, WorkerTask } from './pool/messages';
import { internalAnswer, Runner, type RunAnswer } from './runner';

// The entry of a worker thread: Piscina loads it and calls its default export. Loading must not fail and must not take
// long, for Piscina gives a pool up whose worker fails before it is ready; so the work begins in the next turn.

/** On whose behalf code runs, so that an error that nobody awaits is laid at the right door. */
type Cause = { setupOf: string } | { fail: (answer: RunAnswer) => boolean; capability: string };

/** Milliseconds. */
const IDLE_MS = 60_000;
let garbageTimer: NodeJS.Timeout | undefined;

const settings = workerData as WorkerSettings;
const cause = new AsyncLocalStorage<Cause>();
const started = new Promise<{ runner: Runner; models: Models }>((resolve) => setImmediate(() => void start().then(resolve)));

async function start(): Promise<{ runner: Runner; models: Models }> {
  process.on('uncaughtException', strayError);
  prepareDecoder();
  const gate = new NativeGate(settings.gates, threadId);
  const models = openModels({ registry: settings.models, gate });
  const runner = new Runner(models, settings.limits, (file) => openNetwork(file, gate));
  const failures: { capability: string; reason: string }[] = [];
  const { capabilities, dependencies } = loadPlugins(settings.plugins, settings.admission);
  for (const capability of capabilities.values()) {
    if (settings.leftOut.includes(capability.id)) continue;
    report({ type: 'setting up', thread: threadId, capability: capability.id });
    try {
      await cause.run({ setupOf: capability.id }, () => runner.setUp(capability, dependencies.get(capability.id)));
      await models.warm();
    } catch (error) {
      failures.push({ capability: capability.id, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  report({ type: 'warm', thread: threadId, failures });
  return { runner, models };
}

/** The call that an error belongs to fails with it; one that happens to run beside it does not. */
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

/** A view of leased memory keeps that memory alive, and a thread without work collects no garbage. */
function collectGarbageLater(): void {
  clearTimeout(garbageTimer);
  garbageTimer = setTimeout(collectGarbage, IDLE_MS).unref();
}

export default async function answer(task: WorkerTask | ReloadModelsTask): Promise<RunAnswer | string[]> {
  const { runner, models } = await started;
  if ('registry' in task) {
    const problems = await models.reload(task.registry);
    return problems.map(({ reason }) => reason);
  }
  const { capability, limitMs, port } = task;
  if (task.lease) collectGarbageLater();
  let input: CallInput;
  try {
    input = receiveInput(task);
  } catch (error) {
    return internalAnswer(capability, (error as Error).stack!);
  }
  const stop = new AbortController();
  // Not AbortSignal.timeout: such a signal and all that hangs on it outlives the call until the next full collection.
  const limit = setTimeout(() => stop.abort(), Math.ceil(limitMs)).unref();
  port?.once('message', () => stop.abort());
  const progress = (how: Progress) => port?.postMessage(how);
  return new Promise((resolve) => {
    let answered = false;
    const settle = (found: RunAnswer): boolean => {
      const first = !answered;
      answered = true;
      resolve(found);
      return first;
    };
    const work = () => runner.run(capability, input, { signal: stop.signal, progress }).then(settle);
    void cause.run({ fail: settle, capability }, work).finally(() => {
      clearTimeout(limit);
      port?.close();
    });
  });
}
