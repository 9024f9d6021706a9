import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { HOST_WORKER } from '../../harness/compiled';

test('a thread that nobody calls is warm without loading what calls need', async () => {
  const script = `const { parentPort, workerData } = require('node:worker_threads');
require(workerData.entry);
parentPort.once('message', () => { parentPort.postMessage(Object.keys(require.cache)); parentPort.close(); });`;
  const thread = new Worker(script, { eval: true, workerData: { entry: HOST_WORKER, preload: [] } });
  const [message] = (await once(thread, 'message')) as unknown[];
  expect(message).toEqual({ type: 'warm', thread: thread.threadId, setUp: [], failures: [] });
  thread.postMessage('what is loaded?');
  expect(await once(thread, 'message')).toEqual([[HOST_WORKER]]);
});
