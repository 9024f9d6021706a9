import { DeafProxy } from '../../../../../../test/harness/fixtures/deaf-proxy';
import { describeRedis, PrivateRedis } from '../../../../../../test/harness/redis';
import { BullNotifier } from './bull-notifier';
import { bullQueues, openBullNotifier } from './open-bull';
import { queueContract } from '../contract/queue.contract';
import { rowsUnderTest } from '../contract/queue-rows.contract';
import { refs, TIMING, until } from '../contract/queue-harness';
import { EmbeddedQueue } from '../embedded-queue';
import type { Queue } from '../queue';

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

  test('a ring wakes another process at once, where its sweep would take an hour', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const hour = { ...TIMING, sweepMs: 3_600_000 };
    const [adder, worker] = [under.open(hour), under.open(hour)];
    const seen: string[] = [];
    worker.work({ lane: 'pictures', concurrency: 2 }, async (job, context) => {
      seen.push(job.ref);
      await under.store.transaction((tx) => context.finish(tx));
    });
    await new Promise((next) => setTimeout(next, 100));
    for (const ref of refs(5)) await under.store.transaction((tx) => adder.add(tx, 'pictures', ref));
    await until(async () => (await under.openJobs()) === 0);
    expect(seen.sort()).toEqual(refs(5));
    await Promise.all([adder, worker].map((each) => each.close()));
    await under.close();
  });

  test('a process that has no room leaves the rings to others', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const hour = { ...TIMING, sweepMs: 3_600_000 };
    const [full, free] = [under.open(hour), under.open(hour)];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const seen: string[] = [];
    const work = (queue: Queue, name: string) =>
      queue.work({ lane: 'pictures', concurrency: 1 }, async (job, context) => {
        if (job.ref === 'first') await held;
        seen.push(`${name} ${job.ref}`);
        await under.store.transaction((tx) => context.finish(tx));
      });
    work(full, 'full');
    await under.store.transaction((tx) => full.add(tx, 'pictures', 'first'));
    await until(async () => (await under.store.reader.query("SELECT 1 FROM jobs WHERE state = 'leased'")).length === 1);
    work(free, 'free');
    for (const ref of refs(6)) await under.store.transaction((tx) => full.add(tx, 'pictures', ref));
    await until(() => seen.length === 6);
    expect(seen.sort()).toEqual(refs(6).map((ref) => `free ${ref}`));
    release();
    await until(async () => (await under.openJobs()) === 0);
    await Promise.all([full, free].map((each) => each.close()));
    await under.close();
  });

  test('a Redis that comes back empty, or stays away, loses no job', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const queue = under.open(TIMING);
    const seen: string[] = [];
    queue.work({ lane: 'pictures', concurrency: 2 }, async (job, context) => {
      seen.push(job.ref);
      await under.store.transaction((tx) => context.finish(tx));
    });
    const add = (names: string[]) =>
      under.store.transaction(async (tx) => {
        for (const ref of names) await queue.add(tx, 'pictures', ref);
      });
    const done = () => until(async () => (await under.openJobs()) === 0);
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

  test('a listener that went deaf is heard of, and hears again', async () => {
    const proxy = await DeafProxy.before(redis.port);
    const told: string[] = [];
    const log = { warn: (_: object, message: string) => void told.push(message), error: () => undefined };
    const address = `redis://127.0.0.1:${proxy.port}/${database % 16}`;
    const bell = new BullNotifier({ queues: bullQueues(address), log, canaryMs: 400 });
    let heard = 0;
    bell.listen('pictures', async () => void heard++);
    bell.ring('pictures', 'job_1');
    await until(() => bell.ring('pictures', 'job_1') && heard > 0);
    proxy.deafen();
    await until(() => told.some((message) => /not heard/.test(message)));
    const before = heard;
    await until(() => bell.ring('pictures', 'job_2') && heard > before);
    await bell.close();
    await proxy.close();
  });

  test('one that may throw jobs away, or is not there, stops the start and says what to do', async () => {
    const forgetful = await PrivateRedis.start('allkeys-lru');
    await expect(openBullNotifier(forgetful.url(), bullQueues(forgetful.url()), silent)).rejects.toThrow(
      `Redis on 127.0.0.1:${forgetful.port} has maxmemory-policy allkeys-lru: it would throw jobs away`,
    );
    await forgetful.stop();
    const nobody = 'redis://127.0.0.1:1';
    await expect(openBullNotifier(nobody, bullQueues(nobody), silent)).rejects.toThrow(
      /Redis on 127.0.0.1:1 cannot be used: ECONNREFUSED/,
    );
    await (await openBullNotifier(url(), bullQueues(url()), silent)).close();
  });

  test('keeps nothing of finished rings', async () => {
    const under = await rowsUnderTest({ redis: url() });
    const queues = bullQueues(url());
    const queue = new EmbeddedQueue({ store: under.store, bell: new BullNotifier({ queues, log: silent }), ...TIMING });
    queue.work({ lane: 'pictures', concurrency: 2 }, async (_job, context) => {
      await under.store.transaction((tx) => context.finish(tx));
    });
    await under.store.transaction(async (tx) => {
      for (const ref of refs(20)) await queue.add(tx, 'pictures', ref);
    });
    await until(async () => Object.values(await queues.pictures.getJobCounts()).every((count) => count === 0));
    expect(await queues.pictures.client.keys('percept:*job_*')).toEqual([]);
    await queue.close();
    await under.close();
  });
});
