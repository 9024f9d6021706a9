import { DeafProxy } from '../../harness/fixtures/deaf-proxy';
import { describeRedis, PrivateRedis } from '../../harness/redis';
import { notifierContract } from '../../../libs/core/src/durable/queue/notifier/notifier.contract';
import { BullNotifier } from '../../../libs/core/src/durable/queue/notifier/bull/bull-notifier';
import { bullQueues, openBullNotifier } from '../../../libs/core/src/durable/queue/notifier/bull/open-bull';
import { queueContract } from '../../../libs/core/src/durable/queue/contract/queue.contract';
import { rowsUnderTest } from '../../harness/queue-under-test';
import { refs, TIMING } from '../../../libs/core/src/durable/queue/contract/queue-harness.contract';
import { Queue } from '../../../libs/core/src/durable/queue/job-queue';
import { remains, waitFor } from '../../harness/wait-for';

const silent = { warn: () => undefined, error: () => undefined };

describeRedis('with Redis', () => {
  let redis: PrivateRedis;
  let database = 0;
  const url = () => redis.url(database % 16);

  beforeAll(async () => {
    redis = await PrivateRedis.start();
  });
  beforeEach(() => void database++);
  afterAll(() => redis.stop());

  queueContract('Bull', () => rowsUnderTest({ redis: url() }));

  test('a notification wakes another process at once, although it polls once an hour', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const hour = { ...TIMING, pollIntervalMs: 3_600_000 };
    const [adder, worker] = [under.open(hour), under.open(hour)];
    const seen: string[] = [];
    worker.work({ queue: 'runs', concurrency: 2 }, async (job, context) => {
      seen.push(job.ref);
      await under.store.transaction((tx) => context.finish(tx));
    });
    // Its first look finds nothing.
    await remains(() => seen.length === 0, { ms: 100 });
    for (const ref of refs(5)) await under.store.transaction((tx) => adder.add(tx, 'runs', ref));
    await waitFor(async () => (await under.openJobs()) === 0);
    expect(seen.sort()).toEqual(refs(5));
    await Promise.all([adder, worker].map((each) => each.close()));
    await under.close();
  });

  test('a process without room leaves the notifications to others', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const hour = { ...TIMING, pollIntervalMs: 3_600_000 };
    const [full, free] = [under.open(hour), under.open(hour)];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const seen: string[] = [];
    const work = (queue: Queue, name: string) =>
      queue.work({ queue: 'runs', concurrency: 1 }, async (job, context) => {
        if (job.ref === 'first') await held;
        seen.push(`${name} ${job.ref}`);
        await under.store.transaction((tx) => context.finish(tx));
      });
    work(full, 'full');
    await under.store.transaction((tx) => full.add(tx, 'runs', 'first'));
    await waitFor(async () => (await under.store.reader.query("SELECT 1 FROM jobs WHERE state = 'leased'")).length === 1);
    work(free, 'free');
    for (const ref of refs(6)) await under.store.transaction((tx) => full.add(tx, 'runs', ref));
    await waitFor(() => seen.length === 6);
    expect(seen.sort()).toEqual(refs(6).map((ref) => `free ${ref}`));
    release();
    await waitFor(async () => (await under.openJobs()) === 0);
    await Promise.all([full, free].map((each) => each.close()));
    await under.close();
  });

  test('a Redis that comes back empty, or stays away, loses no job', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const queue = under.open(TIMING);
    const seen: string[] = [];
    queue.work({ queue: 'runs', concurrency: 2 }, async (job, context) => {
      seen.push(job.ref);
      await under.store.transaction((tx) => context.finish(tx));
    });
    const add = (names: string[]) =>
      under.store.transaction(async (tx) => {
        for (const ref of names) await queue.add(tx, 'runs', ref);
      });
    const done = () => waitFor(async () => (await under.openJobs()) === 0);
    await add(refs(10, 'before'));
    await redis.down();
    await add(refs(10, 'away'));
    await done();
    await redis.up();
    await add(refs(10, 'back'));
    await done();
    expect(seen.sort()).toEqual([...refs(10, 'away'), ...refs(10, 'back'), ...refs(10, 'before')].sort());
    await queue.close();
    await under.close();
  });

  notifierContract('Bull', () => openBullNotifier(url(), silent));

  test('a subscriber that receives nothing any more is reported, and reconnects', async () => {
    const proxy = await DeafProxy.before(redis.port);
    const warnings: string[] = [];
    const log = { warn: (_: object, message: string) => void warnings.push(message), error: () => undefined };
    const address = `redis://127.0.0.1:${proxy.port}/${database % 16}`;
    const notifier = new BullNotifier({ queues: bullQueues(address), log, canaryMs: 400 });
    let received = 0;
    // Only a notification that came through Bull asks for room.
    notifier.subscribe('runs', { wake: () => undefined, hasRoom: async () => void received++ });
    const notifyUntilReceived = async (id: string): Promise<void> => {
      const before = received;
      await waitFor(() => {
        notifier.notify('runs', id);
        return received > before;
      });
    };
    await notifyUntilReceived('job_1');
    proxy.deafen();
    await waitFor(() => warnings.some((message) => /not received/.test(message)));
    await notifyUntilReceived('job_2');
    await notifier.close();
    await proxy.close();
  });

  test('a Redis that may evict jobs, or does not answer, stops the start with what to do', async () => {
    const forgetful = await PrivateRedis.start('allkeys-lru');
    await expect(openBullNotifier(forgetful.url(), silent)).rejects.toThrow(
      `Redis on 127.0.0.1:${forgetful.port} has maxmemory-policy allkeys-lru: it would evict jobs`,
    );
    await forgetful.stop();
    const nobody = 'redis://127.0.0.1:1';
    await expect(openBullNotifier(nobody, silent)).rejects.toThrow(/Redis on 127.0.0.1:1 cannot be used: ECONNREFUSED/);
    await (await openBullNotifier(url(), silent)).close();
  });

  test('keeps nothing of finished notifications', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const queues = bullQueues(url());
    const queue = new Queue({ store: under.store, notifier: new BullNotifier({ queues, log: silent }), ...TIMING });
    queue.work({ queue: 'runs', concurrency: 2 }, async (_job, context) => {
      await under.store.transaction((tx) => context.finish(tx));
    });
    await under.store.transaction(async (tx) => {
      for (const ref of refs(20)) await queue.add(tx, 'runs', ref);
    });
    await waitFor(async () => Object.values(await queues.runs.getJobCounts()).every((count) => count === 0));
    expect(await queues.runs.client.keys('percept:*job_*')).toEqual([]);
    await queue.close();
    await under.close();
  });
});
