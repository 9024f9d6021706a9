import { rowsUnderTest } from '../../../../../test/harness/queue-under-test';
import { passed } from '../../../../../test/harness/transitions';
import { waitFor } from '../../../../../test/harness/wait-for';
import { databaseNow } from '../database';
import { JobQueueWorker, WORKER_TRANSITIONS } from './job-queue-worker';
import { LocalNotifier } from './notifier';
import { ProcessLocks } from './process-locks';

const TIMING = { leaseMs: 60_000, renewMs: 10_000, pollIntervalMs: 5, crashLimit: 3, crashDelayMs: 1 };
const LOG = { warn: () => undefined, error: () => undefined };

test('a worker goes from state to state as its table says, and every transition of the table happens', async () => {
  const { seen, all } = passed(JobQueueWorker.prototype, WORKER_TRANSITIONS);
  const { store, open, close } = await rowsUnderTest();
  const done: string[] = [];
  const workerWith = (pollIntervalMs: number): JobQueueWorker => {
    const settings = { store, now: databaseNow, log: LOG, notifier: new LocalNotifier(), ...TIMING, pollIntervalMs };
    const locks = new ProcessLocks(store, pollIntervalMs);
    return new JobQueueWorker(settings, locks, { queue: 'runs', concurrency: 2 }, async ({ ref }, context) => {
      await store.transaction((tx) => context.finish(tx));
      done.push(ref);
    });
  };
  const [works, polls, waits] = [workerWith(5), workerWith(60_000), workerWith(60_000)];
  const queue = open(TIMING);
  await store.transaction((tx) => queue.addAll(tx, 'runs', [{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }]));
  works.wake();
  await waitFor(() => done.length === 3 && seen().includes('waiting → polling'));
  await works.close();
  await workerWith(5).close();
  polls.wake();
  await polls.close();
  waits.wake();
  await waits.hasRoom();
  await waits.close();
  await queue.close();
  await close();
  expect(done.sort()).toEqual(['a', 'b', 'c']);
  expect(seen()).toEqual(all);
});
