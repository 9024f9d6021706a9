import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunHarness } from '../../../../../test/harness/run-harness';
import { describeS3, PrivateS3, S3_CREDENTIALS } from '../../../../../test/harness/s3';
import { ObjectStorage, ObjectStorageRules, type BucketRules } from '../../durable/object-storage';
import { ParsedTexts } from '../registry/parsed-texts';
import { toCatalogue } from '../language';
import { RowsRef } from '../syntax';
import type { RunEntity } from './entities';
import { runRetention } from './retention';
import { OpenRuns } from './execution/open-runs';
import { LocalRun } from './context/run-context';
import { RowSources, type RowsOnDisk } from './context/row-sources';

describeS3('outputs and files of runs in object storage', () => {
  const harness = new RunHarness();
  let s3: PrivateS3;
  let storage: ObjectStorage;
  const buckets = ['results'];
  const own = { bucket: 'percept', key: 'files/' };
  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    s3 = await PrivateS3.start('results', 'percept');
    storage = new ObjectStorage({ endpoint: s3.url, attempts: 2 });
  });
  afterAll(async () => {
    await storage.close();
    await s3.stop();
  });
  beforeEach(() => (s3.fault = undefined));

  const rulesOf = (rules: BucketRules) => new ObjectStorageRules(storage, rules);
  const open = async (rules: BucketRules): Promise<void> => {
    await harness.open(undefined, { working: false });
    harness.pipelines = harness.service({ objects: rulesOf(rules) });
    harness.pipelines.work();
  };
  const SOURCE = PIPELINE.replace('${{ inputs.folder }}/**/*.{jpg,png}', 'unused')
    .replace('files: unused', 'items: [a, b, c]')
    .replace('${{ photo.path }}', 'data:,${{ photo }}')
    .replace(/name: \$\{\{ photo[^]*?total: /, 'total: ');
  const API = { roots: ['/nowhere'] };
  const ROWS = '{"total":2}\n'.repeat(3);

  test('an output is an object, complete or absent', async () => {
    await open({ buckets });
    const source = SOURCE.replace('out/${{ run.id }}.jsonl', 's3://results/${{ run.id }}/rows.jsonl');
    const run = await harness.run(source, API);
    const path = `s3://results/${run.id}/rows.jsonl`;
    expect(run).toMatchObject({ status: 'succeeded', outputs: [{ name: path, path, rows: 3 }] });
    expect(await s3.text(path)).toBe(ROWS);
    await expect(harness.pipelines.artifact(run.id, path)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: /The run wrote it to s3:/,
    });
    s3.fault = (method) => (method === 'PUT' ? { status: 503, code: 'SlowDown' } : undefined);
    const failed = await harness.run(source, API);
    expect(failed).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/cannot be written: .*slow down \(SlowDown\)/),
    });
    s3.fault = undefined;
    expect(await s3.text(`s3://results/${failed.id}/rows.jsonl`)).toBeUndefined();
  });

  test('a bucket outside the rules is refused before the run', async () => {
    await open({ buckets });
    const to = (path: string) => harness.start(SOURCE.replace('out/${{ run.id }}.jsonl', path), API);
    await expect(to('s3://percept/rows.jsonl')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(to('s3://results/')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('with PERCEPT_STORAGE_URL the files of a run over HTTP are objects that every machine serves', async () => {
    await open({ own, buckets: ['percept'] });
    const run = await harness.run(SOURCE, API);
    const path = `s3://percept/files/runs/${run.id}/out/${run.id}.jsonl`;
    expect(run).toMatchObject({ status: 'succeeded', outputs: [{ path, rows: 3 }] });
    const { size, bytes, name } = await harness.pipelines.artifact(run.id, `${run.id}.jsonl`);
    expect([name, size, Buffer.concat(await bytes.toArray()).toString()]).toEqual([`${run.id}.jsonl`, ROWS.length, ROWS]);
    expect(existsSync(join(harness.folder, 'data', 'runs', run.id, 'out'))).toBe(false);
    await expect(harness.start(SOURCE.replace('out/${{ run.id }}.jsonl', '../rows.jsonl'), API)).rejects.toThrow(
      /is outside the folders/,
    );
    const stolen = SOURCE.replace('items: [a, b, c]', 'files: s3://percept/files/**');
    await expect(harness.start(stolen, API)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('rows that a call wrote to a file go to the next step through object storage', async () => {
    await open({ own });
    const { call } = harness.host;
    const rows = Array.from({ length: 3 }, (_, n) => `{"id":${n}}\n`).join('');
    harness.host.call = async (capability, input, options) => {
      const { writeFile, mkdir } = await import('node:fs/promises');
      const path = `${input.rowsTo}.rows.jsonl`;
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, rows);
      return { ...(await call.call(harness.host, capability, input, options)), rowFiles: { seen: { path, rows: 3 } } };
    };
    const source = `version: 1
name: rows
steps:
  - { id: made, uses: test.echo, with: { image: "data:,a" } }
`;
    const run = await harness.run(source, API);
    expect(run).toMatchObject({ status: 'succeeded' });
    const { made } = (await harness.pipelines.items(run.id)).rows[0]!.results as { made: { seen: RowsOnDisk } };
    expect(made.seen.rows_file).toMatch(/^s3:\/\/percept\/files\/runs\/run_\w+\/rows\/made-.*jsonl$/);
    expect(existsSync(join(harness.folder, 'data', 'runs', run.id, 'rows'))).toBe(true);
    expect(readdirSync(join(harness.folder, 'data', 'runs', run.id, 'rows'))).toEqual([]);
    // Another machine, with an empty folder.
    const folder = join(harness.folder, 'elsewhere');
    const elsewhere = new RowSources(harness.store, { id: run.id, folder, turn: () => undefined }, storage);
    const ref = new RowsRef('made', 'seen', made.seen.rows_file);
    expect(await elsewhere.list(ref)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
    expect(readFileSync(await elsewhere.file(ref), 'utf8')).toBe(rows);
  });

  test('what a machine has downloaded to pass rows on goes with the last shard of the run there', async () => {
    await open({ own });
    const url = 's3://percept/files/runs/run_1/rows/made.jsonl';
    await s3.put(url, '{"id":0}\n');
    const services = harness.service({ dataDir: join(harness.folder, 'elsewhere'), objects: rulesOf({ own }) })['services'];
    const runs = new OpenRuns(services, new ParsedTexts(toCatalogue(harness.host.capabilities)));
    const row = { id: 'run_1', source: SOURCE, file: 'echo.yaml', base: null, roots: null } as RunEntity;
    const coordinator = await LocalRun.open(services, row, runs.planOf(row));
    let file = '';
    await runs.use(row, async (first) => {
      await runs.use(row, async (second) => {
        expect(second).toBe(first);
        file = await second.rows.file(new RowsRef('made', 'seen', url));
      });
      expect(readFileSync(file, 'utf8')).toBe('{"id":0}\n');
      // The coordinator may be another process of the same machine, and end.
      await coordinator.rows.close();
      expect(existsSync(file)).toBe(true);
    });
    expect(existsSync(file)).toBe(false);
    await runs.use(row, async ({ rows }) => expect(await rows.file(new RowsRef('made', 'seen', url))).not.toBe(file));
  });

  test('the files of a run go when the run goes', async () => {
    await open({ own });
    const run = await harness.run(SOURCE, API);
    const now = Date.now() + 7_200_000;
    const rule = runRetention(harness.store, { dataDir: join(harness.folder, 'data'), objects: rulesOf({ own }) }, 3_600_000);
    let removed = 0;
    for await (const each of rule.remove({ now, before: now - 3_600_000, batch: 100 })) removed += each;
    expect(removed).toBe(1);
    expect(await s3.text(`s3://percept/files/runs/${run.id}/out/${run.id}.jsonl`)).toBeUndefined();
  });
});
