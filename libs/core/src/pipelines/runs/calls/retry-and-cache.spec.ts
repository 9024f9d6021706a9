import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunBench, rowsOf, withStep } from '../../../../../../test/harness/run-harness';
import { PerceptError } from '../../../kernel/errors';
import { Secrets } from '../../../kernel/secrets';
import { waitFor } from '../../../../../../test/harness/wait-for';

const bench = new RunBench();
const broken = (image: unknown): boolean => String(image).includes('p0001');

describe('a run that is retried', () => {
  test('repeats only its failed items, and everything that depends on them', async () => {
    bench.photos(5);
    let mended = false;
    await bench.open(({ image, add }) => {
      if (!mended && broken(image)) throw PerceptError.unsupportedMedia('image', 'the JPEG ends too early.');
      return { seen: image, total: add };
    });
    const then = '  - { id: after, uses: test.other, with: { image: "data:x", add: "${{ photos.succeeded }}" } }\noutputs:\n';
    const run = await bench.run(PIPELINE.replace('outputs:\n', then), { roots: [bench.folder] });
    expect(run).toMatchObject({ status: 'partial', counts: { total: 6, succeeded: 5, failed: 1 } });
    mended = true;
    bench.host.calls.length = 0;
    expect(await bench.pipelines.retry(run.id)).toMatchObject({
      status: 'queued',
      error: null,
      counts: { total: 5, failed: 0, succeeded: 4 },
    });
    const view = await bench.until(run);
    expect(view).toMatchObject({ id: run.id, revision: run.revision, status: 'succeeded', counts: { total: 6, succeeded: 6 } });
    expect(bench.host.calls.map(({ capability, fields }) => [capability, fields.add])).toEqual([
      ['test.echo', 1],
      ['test.other', 5],
    ]);
    expect(rowsOf(view)).toHaveLength(5);
    expect((await bench.told('batch.completed')).map(({ status }) => status)).toEqual(['partial', 'succeeded']);
  });

  test('goes on after it was cancelled, and is refused while it runs or where nothing failed', async () => {
    bench.photos(3);
    await bench.open(() => new Promise(() => undefined));
    const run = await bench.start(PIPELINE, { roots: [bench.folder] });
    await bench.until(run, ({ status }) => status === 'running');
    await expect(bench.pipelines.retry(run.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/not ended/),
    });
    await bench.pipelines.cancel(run.id);
    bench.host.answer = ({ image }) => ({ seen: image, total: 1 });
    await bench.pipelines.retry(run.id);
    expect(await bench.until(run)).toMatchObject({ status: 'succeeded', counts: { total: 3, succeeded: 3 } });
    await expect(bench.pipelines.retry(run.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/Nothing failed/),
    });
    await expect(bench.pipelines.retry('run_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a step with a cache', () => {
  const cached = withStep('cache: 30d');

  test('calls for the same bytes and input once, and counts what it found apart', async () => {
    bench.photos(4);
    ['a', 'b', 'c', 'a'].forEach((text, index) => writeFileSync(join(bench.folder, 'photos', `p000${index}.jpg`), text));
    await bench.open();
    const first = await bench.run(cached.replace('as: photo', 'as: photo\n      concurrency: 1'));
    expect(first.counts).toMatchObject({ succeeded: 4, cached: 1 });
    bench.host.calls.length = 0;
    writeFileSync(join(bench.folder, 'photos', 'p0002.jpg'), 'changed');
    const second = await bench.run(cached);
    expect(second).toMatchObject({ status: 'succeeded', counts: { succeeded: 4, cached: 3 } });
    expect(bench.host.calls.map(({ fields }) => String(fields.image).slice(-9))).toEqual(['p0002.jpg']);
    expect(rowsOf(second)).toHaveLength(4);
    const told = (await bench.told('prediction.completed')).filter(({ run_id }) => run_id === second.id);
    expect(told.filter((data) => data.cached)).toHaveLength(3);
    expect((await bench.run(cached.replace('add: 1', 'add: 2'))).counts.cached).toBeLessThanOrEqual(1);
  });

  test('finds nothing of another project, so that nobody learns what others analyse', async () => {
    bench.photos(1);
    await bench.open();
    const by = (projectId: string) => bench.run(cached, { payer: { projectId, keyId: null } });
    expect((await by('prj_a')).counts).toMatchObject({ succeeded: 1, cached: 0 });
    expect((await by('prj_b')).counts).toMatchObject({ succeeded: 1, cached: 0 });
    expect((await by('prj_a')).counts).toMatchObject({ succeeded: 1, cached: 1 });
  });

  test('finds nothing after its time, and nothing of other models', async () => {
    bench.photos(1);
    await bench.open();
    await bench.run(withStep('cache: 1ms'));
    const ended = Date.now();
    await waitFor(() => Date.now() > ended + 1, { interval: 1 });
    expect((await bench.run(cached)).counts.cached).toBe(0);
    expect((await bench.run(cached)).counts.cached).toBe(1);
    await bench.pipelines.close();
    bench.pipelines = bench.service({ modelsDigest: () => 'others' });
    bench.pipelines.work();
    expect((await bench.run(cached)).counts.cached).toBe(0);
  });
});

describe('a secret', () => {
  const SECRET = 'hunter2-"quoted"';
  const source = withStep('on_error: fail')
    .replace('inputs:', 'secrets: [TOKEN]\ninputs:')
    .replace('image: "${{ photo.path }}"', 'image: "data:${{ secrets.TOKEN }}${{ photo.name }}"');

  test('reaches the capability, and neither the database nor an event nor an output', async () => {
    bench.photos(3);
    await bench.open(({ image }) => {
      if (broken(image)) throw PerceptError.invalid('image', `must be something else than '${image as string}'.`);
      return { seen: image, total: 1 };
    });
    await bench.pipelines.close();
    bench.pipelines = bench.service({ secrets: new Secrets([['TOKEN', SECRET]]) });
    bench.pipelines.work();
    const view = await bench.run(source.replace('size: ${{ photo.size }}', 'size: ${{ echo.seen }}'));
    expect(view.counts).toMatchObject({ succeeded: 2, failed: 1 });
    expect(bench.host.calls[0]!.fields.image).toBe(`data:${SECRET}p0000.jpg`);
    expect(view.failures[0]!.reason).toContain('***');
    expect(rowsOf(view)[0]).toMatchObject({ size: 'data:***p0000.jpg' });
    await bench.store.reader.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
    const kept = ['percept.db', 'percept.db-wal']
      .map((name) => readFileSync(join(bench.folder, name)).toString('latin1'))
      .join('');
    expect(kept).toContain('p0000.jpg');
    expect(kept).not.toContain('hunter2');
    expect(JSON.stringify(new Secrets([['A', SECRET]]))).toBe('{}');
  });

  test('that is not set keeps the run from starting and says where to set it', async () => {
    bench.photos(1);
    await bench.open();
    await expect(bench.start(source)).rejects.toMatchObject({
      details: { field: 'secrets', reason: expect.stringMatching(/PERCEPT_SECRET_TOKEN/) },
    });
  });
});

test('an effect has the same key at every attempt, and each item its own', async () => {
  bench.photos(2);
  let calls = 0;
  await bench.open(({ image }) => {
    if (++calls <= 2) throw new PerceptError('TIMEOUT', 'too slow');
    return { seen: image, total: 1 };
  });
  await bench.run(withStep('retry: { attempts: 3, delay: 1ms }'));
  const keys = bench.host.calls.map(({ fields, input }) => [fields.image, input.idempotencyKey]);
  expect(keys).toHaveLength(4);
  expect(new Set(keys.map((pair) => pair.join())).size).toBe(2);
  expect(new Set(keys.map(([, key]) => key)).size).toBe(2);
});

test('a pipeline can emit events for failed items only, or for none', async () => {
  bench.photos(3);
  await bench.open(({ image }) => {
    if (broken(image)) throw PerceptError.unsupportedMedia('image', 'broken.');
    return { seen: image, total: 1 };
  });
  const quiet = (which: string) => PIPELINE.replace('inputs:', `events: { predictions: ${which} }\ninputs:`);
  await bench.run(quiet('none'));
  expect(await bench.told('prediction.failed')).toEqual([]);
  await bench.run(quiet('failed'));
  expect(await bench.told('prediction.failed')).toMatchObject([{ pipeline: 'echo', step: 'echo' }]);
  expect(await bench.told('prediction.completed')).toEqual([]);
});
