import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../database/sql';
import type { WorkOptions } from '../queue';
import { refs, type QueueHarness } from './queue-harness.contract';
import { remains, waitFor } from '../../../../../../test/harness/wait-for';

/** What a queue does when all goes well. */
export function workPromises(harness: QueueHarness): void {
  test('does every job once', async () => {
    const queue = harness.open();
    const seen: string[] = [];
    await harness.add(queue, refs(20, 'before'));
    queue.work({ queue: 'runs', concurrency: 3 }, async (job, context) => {
      seen.push(job.ref);
      await harness.finish(context);
    });
    await harness.add(queue, refs(20, 'after'));
    await harness.allDone();
    expect(seen.sort()).toEqual([...refs(20, 'before'), ...refs(20, 'after')].sort());
  });

  test('forgets a job whose transaction is rolled back', async () => {
    const queue = harness.open();
    const failed = harness.under.store.transaction(async (tx) => {
      await queue.add(tx, 'runs', 'never');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await harness.under.openJobs()).toBe(0);
  });

  test('runs no more at once than its limit', async () => {
    const queue = harness.open();
    let now = 0;
    let most = 0;
    await harness.add(queue, refs(12));
    queue.work({ queue: 'runs', concurrency: 3 }, async (_job, context) => {
      most = Math.max(most, ++now);
      await sleep(5);
      now--;
      await harness.finish(context);
    });
    await harness.allDone();
    expect(most).toBe(3);
  });

  test('keeps a job until its time has come', async () => {
    const queue = harness.open();
    const early: boolean[] = [];
    const runAt = Date.now() + 150;
    await harness.add(queue, ['later'], { runAt });
    queue.work({ queue: 'runs', concurrency: 1 }, async (_job, context) => {
      early.push(Date.now() < runAt);
      await harness.finish(context);
    });
    await waitFor(() => early.length === 1);
    expect(early).toEqual([false]);
  });

  test('keeps queues apart', async () => {
    const queue = harness.open();
    const seen: string[] = [];
    await harness.under.store.transaction(async (tx) => {
      await queue.add(tx, 'long-runs', 'a-run');
      await queue.add(tx, 'runs', 'an-item');
    });
    queue.work({ queue: 'runs', concurrency: 5 }, async (job, context) => {
      seen.push(`${job.queue} ${job.ref}`);
      await harness.finish(context);
    });
    await waitFor(async () => (await harness.under.openJobs()) === 1);
    await remains(() => seen.length === 1);
    expect(seen).toEqual(['runs an-item']);
  });

  test("leaves an owner's job to those who work for the owner", async () => {
    const queue = harness.open();
    const seen: string[] = [];
    await harness.add(queue, ['mine'], { owner: 'me' });
    await harness.add(queue, ['anybodys']);
    const stranger = queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      seen.push(`stranger: ${job.ref}`);
      await harness.finish(context);
    });
    await waitFor(() => seen.length === 1);
    await remains(() => seen.length === 1);
    await stranger.close();
    queue.work({ queue: 'runs', concurrency: 1, owner: 'me' }, async (job, context) => {
      seen.push(`me: ${job.ref}`);
      await harness.finish(context);
    });
    await waitFor(() => seen.length === 2);
    expect(seen).toEqual(['stranger: anybodys', 'me: mine']);
  });

  test('cancels what nobody has claimed, and nothing else', async () => {
    const queue = harness.open();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const seen: string[] = [];
    await harness.add(queue, ['first']);
    queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      seen.push(job.ref);
      await gate;
      await harness.finish(context);
    });
    await waitFor(() => seen.length === 1);
    await harness.add(queue, ['second', 'third']);
    await harness.under.store.transaction((tx) => queue.cancel(tx, 'runs', ['first', 'second']));
    release();
    await harness.allDone();
    expect(seen).toEqual(['first', 'third']);
  });

  test('hands a postponed job out again, as often as it is postponed', async () => {
    const queue = harness.open();
    const attempts: number[] = [];
    await harness.add(queue, ['again']);
    queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
      attempts.push(job.attempts);
      const more = attempts.length < 5;
      await harness.under.store.transaction((tx) => (more ? context.postpone(tx, Date.now()) : context.finish(tx)));
    });
    await harness.allDone();
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(await harness.under.parked()).toEqual([]);
  });

  test('what is written of jobs as they are claimed is there before they are worked on, and those that it ends are not', async () => {
    const queue = harness.open();
    const seen: string[] = [];
    const handed: string[] = [];
    const written: string[] = [];
    const onClaim: WorkOptions<string>['onClaim'] = async (tx, claimed) => {
      for (const { job, context } of claimed) {
        await sql(tx.manager, 'INSERT INTO done (ref, pid) VALUES (?, 0)', [job.ref]);
        if (job.ref === 'item-1') await context.finish(tx);
        if (job.ref === 'item-2' && job.attempts === 1) await context.postpone(tx, Date.now());
      }
      return claimed.map(({ job }) => `for ${job.ref}`);
    };
    await harness.add(queue, refs(4));
    queue.work({ queue: 'runs', concurrency: 5, onClaim }, async (job, context, prepared) => {
      seen.push(job.ref);
      handed.push(prepared);
      written.push(...(await sql<{ ref: string }>(harness.under.store.reader, 'SELECT ref FROM done')).map(({ ref }) => ref));
      await harness.finish(context);
    });
    await harness.allDone();
    expect(seen.sort()).toEqual(['item-0', 'item-2', 'item-3']);
    expect(handed.sort()).toEqual(seen.map((ref) => `for ${ref}`));
    expect(written).toEqual(expect.arrayContaining(seen));
  });

  test('a claim that could not be written does not count, and is repeated', async () => {
    const queue = harness.open();
    const attempts: number[] = [];
    let claims = 0;
    const onClaim = async () => {
      if (++claims === 1) throw new Error('no');
      return [];
    };
    await harness.add(queue, ['only']);
    queue.work({ queue: 'runs', concurrency: 1, onClaim }, async (job, context) => {
      attempts.push(job.attempts);
      await harness.finish(context);
    });
    await harness.allDone();
    expect(attempts).toEqual([1]);
  });
}
