import { rowsUnderTest } from '../../../../../test/harness/queue-under-test';
import { passed } from '../../../../../test/harness/transitions';
import { databaseNow } from '../database';
import { JobEntity } from './job.entity';
import { LEASE_TRANSITIONS, LeasedJob } from './leased-job';
import { claim } from './statements';

const LEASE = { queue: 'runs', leasedBy: 'this process', token: 'mine', leaseUntil: Date.now() + 60_000 } as const;

async function leasedJobs(count: number) {
  const { store, open, close } = await rowsUnderTest();
  const queue = open({ leaseMs: 60_000, renewMs: 10_000, pollIntervalMs: 5, crashLimit: 3, crashDelayMs: 1 });
  const onFree = jest.fn();
  const jobs = await store.transaction(async (tx) => {
    const refs = Array.from({ length: count }, (_, index) => ({ ref: `${index}` }));
    await queue.addAll(tx, 'runs', refs);
    const claimed = await claim(tx.manager, await tx.manager.find(JobEntity), LEASE);
    return claimed.map((job) => new LeasedJob(job, { now: databaseNow, onFree }));
  });
  return { store, jobs, onFree, close: () => queue.close().then(close) };
}

test('a lease goes from state to state as its table says, and every transition of the table happens', async () => {
  const { seen, all } = passed(LeasedJob.prototype, LEASE_TRANSITIONS);
  const { store, jobs, close } = await leasedJobs(3);
  const [finished, taken, late] = jobs as [LeasedJob, LeasedJob, LeasedJob];

  expect(await store.transaction((tx) => finished.finish(tx))).toBe(true);
  expect(finished.lease).toBe('settled');
  finished.lose();
  expect(finished.lease).toBe('settled');

  await store.transaction((tx) => tx.manager.delete(JobEntity, { id: taken.job.id }));
  expect(await store.transaction((tx) => taken.finish(tx))).toBe(false);
  expect(taken.lease).toBe('lost');
  expect(taken.signal.reason).toEqual(new Error('The lease of this job was lost.'));

  // A renewal that reads between the removal and the commit finds no row.
  await store.transaction(async (tx) => {
    await late.finish(tx);
    late.lose();
    expect(late.lease).toBe('lost');
  });
  expect(late.lease).toBe('settled');
  await close();
  expect(seen()).toEqual(all);
});

test('a rolled-back transaction settles nothing: the job is still held', async () => {
  const { store, jobs, close } = await leasedJobs(1);
  const [job] = jobs as [LeasedJob];
  const failing = store.transaction(async (tx) => {
    await job.finish(tx);
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(job.lease).toBe('held');
  expect(await store.transaction((tx) => job.finish(tx))).toBe(true);
  expect(job.lease).toBe('settled');
  await close();
});

test('a handler is told once to stop, by its signal and by its callback, also if it asks later', async () => {
  const { jobs, close } = await leasedJobs(2);
  const [early, later] = jobs as [LeasedJob, LeasedJob];
  const { signal } = early;
  const stopped = jest.fn();
  early.onStop(stopped);
  early.stop('The worker is closing.');
  early.stop('Another reason.');
  expect(stopped).toHaveBeenCalledTimes(1);
  expect(signal.reason).toEqual(new Error('The worker is closing.'));

  later.stop('The worker is closing.');
  expect(later.signal.aborted).toBe(true);
  later.onStop(stopped);
  expect(stopped).toHaveBeenCalledTimes(2);
  await close();
});
