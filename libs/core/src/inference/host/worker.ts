import { createRequire } from 'node:module';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { UpkeepTask, WorkerAnswer, WorkerMessage, WorkerSettings, WorkerTask } from './pool/messages';
import type { WorkerThread } from './worker-thread';

// The entry point of a worker thread: Piscina loads it and calls its default export. Loading must be quick and must not fail,
// because Piscina gives up a pool whose worker fails before it is ready. The rest is loaded on demand, which saves time and memory
// in a service that nobody calls.

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
