import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunHarness, withStep } from '../../../../../test/harness/run-harness';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import { describeS3, PrivateS3, S3_CREDENTIALS } from '../../../../../test/harness/s3';
import { Retention } from '../../durable/retention/retention';
import { ObjectStorage, ObjectStorageRules } from '../../durable/object-storage';
import { cacheRetention, runRetention, runSizeRetention } from './retention';

const harness = new RunHarness();
const HOUR = 3_600_000;
const log = { info: () => undefined, error: (fields: object) => console.error(fields) };

const sweep = (hours: number) => {
  const rules = [
    runRetention(harness.store, { dataDir: join(harness.folder, 'data'), objects: new ObjectStorageRules() }, HOUR),
    cacheRetention(harness.store),
  ];
  return new Retention({ rules, log, clock: { now: () => Date.now() + hours * HOUR }, batch: 2 }).sweep();
};
const count = (table: string) => harness.store.reader.count(table);

const contract = (): void => {
  test('an ended run goes with its items, its steps and its files once its retention is over', async () => {
    harness.photos(5);
    await harness.open();
    const run = await harness.run();
    const folder = join(harness.folder, 'data', 'runs');
    for (const id of [run.id, 'run_other']) {
      mkdirSync(join(folder, id), { recursive: true });
      writeFileSync(join(folder, id, 'faces.csv'), 'x');
    }
    expect(await sweep(0.5)).toEqual({});
    expect(await harness.pipelines.get(run.id)).toMatchObject({ status: 'succeeded', counts: { succeeded: 5 } });
    expect(await sweep(2)).toEqual({ runs: 1 });
    await expect(harness.pipelines.get(run.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const table of ['runs', 'run_items', 'run_steps', 'run_shards', 'run_calls']) expect(await count(table)).toBe(0);
    expect(readdirSync(folder)).toEqual(['run_other']);
    expect(existsSync(run.outputs[0]!.path)).toBe(true);
  });

  test('a run that is under way stays, however old it is', async () => {
    harness.photos(3);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await harness.open(async () => {
      await answered;
      return { total: 1 };
    });
    const run = await harness.start();
    await harness.until(run, ({ status }) => status === 'running');
    expect(await sweep(1_000)).toEqual({});
    answer();
    expect(await harness.until(run)).toMatchObject({ status: 'succeeded', counts: { succeeded: 3 } });
  });

  test('the oldest runs go where a project has too many bytes of them, files and items counted', async () => {
    harness.photos(5);
    await harness.open();
    const folder = join(harness.folder, 'data', 'runs');
    const runs = [await harness.run(), await harness.run(), await harness.run()];
    for (const { id } of runs) {
      mkdirSync(join(folder, id, 'deep'), { recursive: true });
      writeFileSync(join(folder, id, 'deep', 'faces.csv'), 'x'.repeat(100_000));
    }
    const files = { dataDir: join(harness.folder, 'data'), objects: new ObjectStorageRules() };
    const over = (maxBytes: number, hours: number) => {
      const rules = [runSizeRetention(harness.store, files, maxBytes)];
      return new Retention({ rules, log, clock: { now: () => Date.now() + hours * HOUR } }).sweep();
    };
    expect(await over(250_000, 0.5)).toEqual({});
    expect(await over(400_000, 2)).toEqual({});
    expect(await over(250_000, 2)).toEqual({ runs: 1 });
    expect(readdirSync(folder).sort()).toEqual([runs[1]!.id, runs[2]!.id].sort());
    // Without its file a run has some kilobytes of items left.
    for (const { id } of runs) rmSync(join(folder, id), { recursive: true, force: true });
    expect(await over(2_000, 2)).toEqual({ runs: 2 });
    expect([await count('runs'), await count('run_items')]).toEqual([0, 0]);
  });

  test('cached results go when they expire', async () => {
    harness.photos(3);
    await harness.open();
    await harness.run(withStep('cache: 2h'));
    expect(await count('cached_results')).toBeGreaterThan(0);
    expect(await sweep(0.5)).toEqual({});
    const cached = await count('cached_results');
    expect(await sweep(3)).toEqual({ runs: 1, cached_results: cached });
  });
};

describe('in a file', contract);

describeS3('files in object storage', () => {
  let s3: PrivateS3;
  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    s3 = await PrivateS3.start('results');
  });
  afterAll(() => s3.stop());

  test('count as those on disk do, and go with the oldest runs', async () => {
    harness.photos(2);
    await harness.open();
    const storage = new ObjectStorage({ endpoint: s3.url });
    const objects = new ObjectStorageRules(storage, { own: { bucket: 'results', key: 'percept/' } });
    const [old, recent] = [await harness.run(), await harness.run()];
    const nameOf = ({ id }: { id: string }) => `s3://results/percept/runs/${id}/deep/faces.csv`;
    for (const run of [old, recent]) await s3.put(nameOf(run), 'x'.repeat(100_000));
    const over = (maxBytes: number) => {
      const rules = [runSizeRetention(harness.store, { dataDir: join(harness.folder, 'data'), objects }, maxBytes)];
      return new Retention({ rules, log, clock: { now: () => Date.now() + 2 * HOUR } }).sweep();
    };
    expect(await over(250_000)).toEqual({});
    expect(await over(150_000)).toEqual({ runs: 1 });
    expect([await s3.text(nameOf(old)), (await s3.text(nameOf(recent)))?.length]).toEqual([undefined, 100_000]);
    await storage.close();
  });
});

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  beforeEach(async () => (harness.url = await postgres.database()));
  afterAll(() => postgres.stop());
  contract();
});
