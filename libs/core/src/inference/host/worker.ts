import { createRequire } from 'node:module';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { UpkeepTask, WorkerAnswer, WorkerMessage, WorkerSettings, WorkerTask } from './pool/messages';
import type { WorkerThread } from './worker-thread';

// The entry of a worker thread: Piscina loads it and calls its default export. Loading must not fail and must not take
// long, for Piscina gives a pool up whose worker fails before it is ready. The rest is loaded when there is work: a service
// that nobody calls saves its time and memory.

const load = createRequire(__filename);
const settings = workerData as WorkerSettings;
let thread: Promise<WorkerThread> | undefined;

const startThread = (): Promise<WorkerThread> =>
  (load('./worker-thread') as typeof import('./worker-thread')).startThread(settings);

async function begin(): Promise<void> {
  const { setUp, failures } = settings.preload.length > 0 ? await (thread ??= startThread()) : { setUp: [], failures: [] };
  parentPort!.postMessage({ type: 'warm', thread: threadId, setUp, failures } satisfies WorkerMessage);
}
setImmediate(() => void begin());

export default async function answer(task: WorkerTask | UpkeepTask): Promise<WorkerAnswer | string[]> {
  if (!thread && 'registry' in task) {
    settings.models = task.registry;
    return [];
  }
  return (await (thread ??= startThread())).answer(task);
}
