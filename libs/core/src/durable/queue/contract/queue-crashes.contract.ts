import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../database/sql';
import type { Job } from '../queue';
import { refs, SHORT_LEASE, TIMING, type QueueHarness } from './queue-harness.contract';
import { remains, waitFor } from '../../../../../../test/harness/wait-for';

/** What a queue does when handlers throw, leases are lost and processes die. */
export function crashPromises(harness: QueueHarness): void {
  test('tries a job again whose handler throws, and parks it after the third time', async () => {
    const queue = harness.open();
    let calls = 0;
    await harness.add(queue, ['poison', 'healthy']);
    queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      if (job.ref === 'healthy') return void (await harness.finish(context));
      calls++;
      throw new Error('broken');
    });
    await harness.allDone();
    expect(calls).toBe(3);
    expect(await harness.under.parked()).toEqual(['poison']);
  });

  test('parks a job that throws five times, with what that means, although a crash never parks it', async () => {
    const log = { warn: jest.fn(), error: jest.fn() };
    const queue = harness.open({ ...TIMING, log });
    const given: string[] = [];
    let calls = 0;
    await harness.add(queue, ['poison', 'healthy']);
    const onParked = async (_tx: unknown, { ref }: Job): Promise<void> => void given.push(ref);
    queue.work({ queue: 'runs', concurrency: 1, crashLimit: Infinity, throwLimit: 5, onParked }, async (job, context) => {
      if (job.ref === 'healthy') return void (await harness.finish(context));
      calls++;
      throw new RangeError('it cannot be written');
    });
    await harness.allDone();
    expect([calls, given, await harness.under.parked()]).toEqual([5, ['poison'], ['poison']]);
    // The first time, and the end.
    expect([log.warn.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 1]);
  });

  test('takes a handler that ends without finishing for a crash', async () => {
    const queue = harness.open();
    await harness.add(queue, ['forgotten']);
    queue.work({ queue: 'runs', concurrency: 1 }, async () => undefined);
    await waitFor(async () => (await harness.under.parked()).length === 1);
    expect(await harness.under.parked()).toEqual(['forgotten']);
  });

  test('does a job again whose finishing transaction was rolled back', async () => {
    const queue = harness.open();
    let calls = 0;
    await harness.add(queue, ['rolled-back']);
    queue.work({ queue: 'runs', concurrency: 1 }, async (_job, context) => {
      calls++;
      await harness.under.store.transaction(async (tx) => {
        await context.finish(tx);
        if (calls === 1) throw new Error('the result could not be written');
      });
    });
    await harness.allDone();
    expect(calls).toBe(2);
  });

  test('keeps the lease of slow work', async () => {
    const queue = harness.open(SHORT_LEASE);
    let calls = 0;
    const kept: boolean[] = [];
    await harness.add(queue, ['slow']);
    queue.work({ queue: 'runs', concurrency: 2 }, async (_job, context) => {
      calls++;
      await sleep(3 * SHORT_LEASE.leaseMs);
      kept.push(await harness.finish(context));
    });
    await waitFor(() => kept.length === 1);
    expect({ calls, kept }).toEqual({ calls: 1, kept: [true] });
  });

  test('refuses one who finishes after losing the lease, and tells it to stop', async () => {
    // Renewals that never come: the worker is alive but counts as gone.
    const sleepy = harness.open({ ...SHORT_LEASE, leaseMs: 100, renewMs: 1_000_000 });
    const jobs: Job[] = [];
    const answers: string[] = [];
    await harness.add(sleepy, ['contested']);
    let called = 0;
    sleepy.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      jobs.push(job);
      context.onStop(() => called++);
      await waitFor(() => answers.length === 1);
      answers.push(`late: ${await harness.finish(context)}, told to stop: ${context.signal.aborted}`);
      context.onStop(() => called++);
    });
    await waitFor(() => jobs.length === 1);
    harness.open().work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      jobs.push(job);
      answers.push(`in time: ${await harness.finish(context)}`);
    });
    await waitFor(() => answers.length === 2);
    expect(answers).toEqual(['in time: true', 'late: false, told to stop: true']);
    expect(called).toBe(2);
    expect(jobs[0]!.token).not.toBe(jobs[1]!.token);
    expect(await harness.under.openJobs()).toBe(0);
  });

  test('takes back what a dead process held, however much else there always is to do', async () => {
    const queue = harness.open();
    const seen: string[] = [];
    await harness.add(queue, ['left'], { group: 'left', runAt: Date.now() + 3_600_000 });
    await harness.add(queue, refs(400), { group: 'busy' });
    const dies = `UPDATE jobs SET state = 'leased', token = 'gone', leased_by = 'gone', lease_until = 1 WHERE ref = 'left'`;
    queue.work({ queue: 'runs', concurrency: 4, groupConcurrency: 2 }, async (job, context) => {
      seen.push(job.ref);
      if (seen.length === 50) await harness.under.store.transaction(({ manager }) => sql(manager, dies));
      await harness.finish(context);
    });
    await harness.allDone();
    expect(seen).toHaveLength(401);
    expect(seen.indexOf('left')).toBeLessThan(300);
  });

  test('never takes a job from itself, however late its own renewals are', async () => {
    const queue = harness.open({ ...SHORT_LEASE, leaseMs: 50, renewMs: 1_000_000 });
    const kept: boolean[] = [];
    await harness.add(queue, ['slow']);
    queue.work({ queue: 'runs', concurrency: 2 }, async (_job, context) => {
      await sleep(200);
      kept.push(await harness.finish(context));
    });
    await waitFor(() => kept.length > 0);
    await remains(() => kept.length === 1);
    expect(kept).toEqual([true]);
  });

  test('closing waits for the jobs in progress and releases those that were stopped', async () => {
    const queue = harness.open();
    const started: string[] = [];
    await harness.add(queue, ['stopped', 'unclaimed']);
    const worker = queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      started.push(job.ref);
      await once(context.signal, 'abort');
      await sleep(20);
    });
    await waitFor(() => started.length === 1);
    await worker.close();
    expect(await harness.under.openJobs()).toBe(2);
    queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      started.push(job.ref);
      await harness.finish(context);
    });
    await harness.allDone();
    expect(started.slice(1).sort()).toEqual(['stopped', 'unclaimed']);
  });

  test('does the jobs of a process that hangs, when its lease ends', async () => {
    const queue = harness.open(SHORT_LEASE);
    await harness.add(queue, refs(4));
    const child = harness.spawn('hold');
    let claimed = '';
    child.stdout!.on('data', (chunk: Buffer) => (claimed += chunk.toString()));
    await waitFor(() => claimed.split('\n').length === 5);
    await harness.hang(child);
    const seen: string[] = [];
    queue.work({ queue: 'runs', concurrency: 2 }, async (job, context) => {
      seen.push(job.ref);
      await harness.finish(context);
    });
    await harness.allDone();
    expect(seen.sort()).toEqual(refs(4));
  });

  test('need not wait for the lease of a process that was killed on the same machine', async () => {
    const queue = harness.open();
    await harness.add(queue, refs(4));
    const child = harness.spawn('hold', TIMING);
    let claimed = '';
    child.stdout!.on('data', (chunk: Buffer) => (claimed += chunk.toString()));
    await waitFor(() => claimed.split('\n').length === 5);
    const seen: string[] = [];
    queue.work({ queue: 'runs', concurrency: 2 }, async (job, context) => {
      seen.push(job.ref);
      await harness.finish(context);
    });
    await remains(() => seen.length === 0, { ms: 5 * TIMING.pollIntervalMs });
    child.kill('SIGKILL');
    await harness.allDone();
    expect(seen.sort()).toEqual(refs(4));
  });

  test('loses nothing and does nothing twice while processes are killed at random', async () => {
    const queue = harness.open({ ...SHORT_LEASE, crashLimit: 100 });
    await harness.add(queue, refs(200));
    for (let round = 0; round < 4; round++) {
      const open = await harness.under.openJobs();
      const child = harness.spawn('work');
      await waitFor(async () => (await harness.under.openJobs()) < open);
      await sleep(30 * Math.random());
      child.kill('SIGKILL');
    }
    harness.spawn('work');
    await harness.allDone();
    const rows: { ref: string; pid: number }[] = await harness.under.store.reader.query('SELECT ref, pid FROM done');
    expect(rows.map(({ ref }) => ref).sort()).toEqual(refs(200).sort());
    expect(new Set(rows.map(({ pid }) => pid)).size).toBeGreaterThan(1);
  });
}
