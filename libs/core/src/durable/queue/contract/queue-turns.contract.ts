import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from '../job-queue';
import { refs, type QueueHarness } from './queue-harness.contract';
import { waitFor } from '../../../../../../test/harness/wait-for';

/** Whose jobs come first, and how many of whom run at once. */
export function turnPromises(harness: QueueHarness): void {
  test('a group that hangs takes no more than its share and delays no other', async () => {
    const queue = harness.open();
    const hung: string[] = [];
    const done: string[] = [];
    await harness.under.store.transaction(async (tx) => {
      for (const ref of refs(50, 'hung')) await queue.add(tx, 'runs', ref, { group: 'hung' });
      for (const ref of refs(50, 'well')) await queue.add(tx, 'runs', ref, { group: 'well' });
    });
    queue.work({ queue: 'runs', concurrency: 5, groupConcurrency: 3 }, async (job, context) => {
      if (job.ref.startsWith('hung')) return void (hung.push(job.ref), await once(context.signal, 'abort'));
      done.push(job.ref);
      await harness.finish(context);
    });
    await waitFor(() => done.length === 50);
    expect(hung.length).toBeLessThanOrEqual(3);
    expect(new Set(done).size).toBe(50);
  });

  test('groups that hang leave places to one that comes later, however many jobs of theirs wait', async () => {
    const queue = harness.open();
    let hung = 0;
    let done = 0;
    const groups = refs(12, 'hung');
    for (const group of groups) await harness.add(queue, refs(4, group), { group });
    queue.work({ queue: 'runs', concurrency: 16, groupConcurrency: 4 }, async (job, context) => {
      if (job.ref.startsWith('hung')) return void (hung++, await once(context.signal, 'abort'));
      done++;
      await harness.finish(context);
    });
    await waitFor(() => hung >= groups.length);
    await harness.add(queue, refs(20, 'well'), { group: 'well' });
    await waitFor(() => done === 20);
    expect(hung).toBeLessThan(16);
  });

  test('a group takes no more of the slots of a worker than its share, and one that comes later begins at once', async () => {
    const queue = harness.open();
    let long = 0;
    const done: string[] = [];
    await harness.add(queue, refs(10, 'long'), { group: 'long' });
    queue.work({ queue: 'runs', concurrency: 5, groupShare: 2 }, async (job, context) => {
      if (job.ref.startsWith('long')) return void (long++, await once(context.signal, 'abort'));
      done.push(job.ref);
      await harness.finish(context);
    });
    await waitFor(() => long === 2);
    await harness.add(queue, refs(6, 'short'), { group: 'short' });
    await waitFor(() => done.length === 6);
    expect(long).toBe(2);
  });

  test('a key whose groups all hang leaves slots to other keys', async () => {
    const queue = harness.open();
    let hung = 0;
    const done: string[] = [];
    const groups = refs(12, 'hung');
    for (const group of groups) await harness.add(queue, refs(4, group), { group, key: 'one' });
    const worker = { queue: 'runs', concurrency: 16, groupConcurrency: 4, keyLeast: 4 } as const;
    queue.work(worker, async (job, context) => {
      if (job.ref.startsWith('hung')) return void (hung++, await once(context.signal, 'abort'));
      done.push(job.ref);
      await harness.finish(context);
    });
    await waitFor(() => hung === 8);
    await harness.add(queue, refs(20, 'other'), { group: 'other', key: 'other' });
    await waitFor(() => done.length === 20);
    expect(hung).toBe(8);
  });

  test('a key with many groups that hang leaves slots of a worker to a key that comes later', async () => {
    const queue = harness.open();
    let hung = 0;
    const done: string[] = [];
    for (const group of refs(12, 'hung')) await harness.add(queue, refs(2, group), { group, key: 'one' });
    queue.work({ queue: 'runs', concurrency: 8, groupShare: 2, keyShare: 2 }, async (job, context) => {
      if (job.ref.startsWith('hung')) return void (hung++, await once(context.signal, 'abort'));
      done.push(job.ref);
      await harness.finish(context);
    });
    await waitFor(() => hung === 4);
    await harness.add(queue, refs(6, 'other'), { group: 'other', key: 'other' });
    await waitFor(() => done.length === 6);
    expect(hung).toBe(4);
  });

  test('a key whose only group hangs leaves slots of a worker to a key that comes later', async () => {
    const queue = harness.open();
    let hung = 0;
    const done: string[] = [];
    await harness.add(queue, refs(20, 'hung'), { group: 'hung', key: 'one' });
    queue.work({ queue: 'runs', concurrency: 8, keyShare: 2 }, async (job, context) => {
      if (job.ref.startsWith('hung')) return void (hung++, await once(context.signal, 'abort'));
      done.push(job.ref);
      await harness.finish(context);
    });
    await waitFor(() => hung === 4);
    await harness.add(queue, refs(6, 'other'), { group: 'other', key: 'other' });
    await waitFor(() => done.length === 6);
    expect(hung).toBe(4);
  });

  test('a key whose groups hang leaves a slot to a group of its own that does not', async () => {
    const queue = harness.open();
    let hung = 0;
    const done: string[] = [];
    for (const group of refs(20, 'hung')) await harness.add(queue, refs(4, group), { group, key: 'one' });
    const worker = { queue: 'runs', concurrency: 64, groupConcurrency: 4, keyLeast: 4 } as const;
    queue.work(worker, async (job, context) => {
      if (job.ref.startsWith('hung')) return void (hung++, await once(context.signal, 'abort'));
      done.push(job.ref);
      await harness.finish(context);
    });
    await waitFor(() => hung > 20);
    await harness.add(queue, refs(20, 'well'), { group: 'well', key: 'one' });
    await waitFor(() => done.length === 20);
    expect(hung).toBeLessThan(32);
  });

  test('a group that hangs takes half of what its key may take', async () => {
    const queue = harness.open();
    let hung = 0;
    const done: string[] = [];
    await harness.add(queue, refs(20, 'hung'), { group: 'hung', key: 'one' });
    queue.work({ queue: 'runs', concurrency: 8, groupConcurrency: 8, keyLeast: 4 }, async (job, context) => {
      if (job.ref.startsWith('hung')) return void (hung++, await once(context.signal, 'abort'));
      done.push(job.ref);
      await harness.finish(context);
    });
    await waitFor(() => hung > 1);
    await harness.add(queue, refs(10, 'well'), { group: 'well', key: 'one' });
    await waitFor(() => done.length === 10);
    expect(hung).toBeLessThanOrEqual(4);
  });

  test('leaves the jobs of a group in line for as long as it is told to', async () => {
    const queue = harness.open();
    const limits = new Map([['closed', 0]]);
    const seen: string[] = [];
    await harness.add(queue, refs(3, 'closed'), { group: 'closed' });
    const options = { queue: 'runs', concurrency: 5, groupConcurrency: 3, groupLimits: async () => limits } as const;
    queue.work(options, async (job, context) => {
      seen.push(job.ref);
      await harness.finish(context);
    });
    await harness.add(queue, refs(3, 'open'), { group: 'open' });
    await waitFor(() => seen.length === 3);
    expect(seen.sort()).toEqual(refs(3, 'open'));
    limits.clear();
    await harness.allDone();
    expect(seen).toHaveLength(6);
  });

  test('claims what has a higher priority first', async () => {
    const queue = harness.open();
    const seen: string[] = [];
    await harness.add(queue, ['low'], { priority: -5 });
    await harness.add(queue, ['plain']);
    await harness.add(queue, ['urgent'], { priority: 10 });
    queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      seen.push(job.ref);
      await harness.finish(context);
    });
    await harness.allDone();
    expect(seen).toEqual(['urgent', 'plain', 'low']);
  });

  /** Works one job at a time. @returns the refs in the order of their claims, once all are done. */
  const orderOf = async (queue: Queue): Promise<string[]> => {
    const seen: string[] = [];
    queue.work({ queue: 'runs', concurrency: 1, groupConcurrency: Infinity }, async (job, context) => {
      seen.push(job.ref);
      await harness.finish(context);
    });
    await harness.allDone();
    return seen;
  };

  test('a key with one group gets as many turns as a key with six, however long the others have waited', async () => {
    const queue = harness.open();
    const groups = refs(6, 'anns');
    for (const group of groups) await harness.add(queue, refs(10, group), { group, key: 'ann' });
    await harness.add(queue, refs(5, 'bobs'), { group: 'bobs', key: 'bob' });
    const seen = await orderOf(queue);
    // One of Ann's after each of Bob's.
    expect(seen.findLastIndex((ref) => ref.startsWith('bobs'))).toBeLessThan(10);
    for (const group of groups) expect(seen.slice(10, 28).some((ref) => ref.startsWith(group))).toBe(true);
  });

  test('the groups of a key take turns, those that came first do not take them all', async () => {
    const queue = harness.open();
    for (const group of refs(6, 'long')) await harness.add(queue, refs(10, group), { group, key: 'ann' });
    await harness.add(queue, refs(2, 'short'), { group: 'short', key: 'ann' });
    expect((await orderOf(queue)).indexOf('short-1')).toBeLessThan(14);
  });

  test('runs no more of a pipeline, and no more for a key, than each allows, over all workers', async () => {
    const queues = [harness.open(), harness.open()];
    const now: Record<string, number> = {};
    const most: Record<string, number> = {};
    const enter = (name: string, by: number) => {
      now[name] = (now[name] ?? 0) + by;
      most[name] = Math.max(most[name] ?? 0, now[name]);
    };
    await harness.add(queues[0]!, refs(8, 'narrow'), { group: 'narrow', groupLimit: 2, key: 'ann', keyLimit: 3 });
    await harness.add(queues[0]!, refs(8, 'wide'), { group: 'wide', key: 'ann', keyLimit: 3 });
    await harness.add(queues[0]!, refs(8, 'bobs'), { group: 'wide', key: 'bob', keyLimit: 2 });
    for (const queue of queues) {
      queue.work({ queue: 'runs', concurrency: 8, groupConcurrency: Infinity }, async (job, context) => {
        const [group] = job.ref.split('-') as [string];
        const key = group === 'bobs' ? 'bob' : 'ann';
        for (const name of [group, key]) enter(name, 1);
        await sleep(10);
        for (const name of [group, key]) enter(name, -1);
        await harness.finish(context);
      });
    }
    await harness.allDone();
    expect(most['narrow']).toBeLessThanOrEqual(2);
    expect(most).toMatchObject({ ann: 3, bob: 2 });
  });
}
