import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunHarness, rowsOf, withEach } from '../../../../../test/harness/run-harness';

const harness = new RunHarness();

describe('a run', () => {
  test('processes every file, writes the rows in the order of the paths and reports each', async () => {
    harness.photos(30);
    writeFileSync(join(harness.folder, 'photos', 'CAMERA.JPG'), 'xyz');
    writeFileSync(join(harness.folder, 'photos', 'notes.txt'), 'no');
    await harness.open();
    const queued = await harness.start();
    expect(queued).toMatchObject({ pipeline: 'echo', inputs: { folder: 'photos' }, error: null, outputs: [] });
    const view = await harness.until(queued);
    expect(view).toMatchObject({ status: 'succeeded', counts: { total: 31, succeeded: 31, failed: 0, running: 0, pending: 0 } });
    expect(view.rate_per_s).toBeGreaterThan(0);
    expect(view.eta_s).toBe(0);
    expect(view.outputs).toEqual([
      { name: `out/${view.id}.jsonl`, path: join(harness.folder, `out/${view.id}.jsonl`), rows: 31 },
    ]);
    const rows = rowsOf(view);
    expect(rows.map(({ name }) => name)).toEqual([...rows.map(({ name }) => name)].sort());
    expect(rows[0]).toEqual({ name: 'CAMERA.JPG', size: 3, day: expect.stringMatching(/^\d{4}$/), total: 2 });
    expect(await harness.eventsOf('prediction.completed')).toHaveLength(31);
    expect((await harness.eventsOf('prediction.completed'))[0]).toMatchObject({
      capability: 'test.echo',
      run_id: view.id,
      item: expect.stringContaining('/photos/'),
      result: { total: 1 },
      models: [{ name: 'echo' }],
    });
    expect(await harness.eventsOf('batch.started')).toHaveLength(1);
    expect(await harness.eventsOf('batch.completed')).toEqual([
      {
        run_id: view.id,
        pipeline: 'echo',
        revision: view.revision,
        status: 'succeeded',
        counts: { total: 31, succeeded: 31, failed: 0 },
        duration_ms: expect.any(Number),
        outputs: view.outputs,
      },
    ]);
  });

  test('keeps every worker busy and no more than two waiting, patiently and with paths allowed', async () => {
    harness.photos(40);
    // Calls that take a while, as real ones do: those that end at once would hardly meet.
    await harness.open(async ({ image }) => {
      await sleep(20);
      return { seen: image, total: 1 };
    });
    await harness.run();
    expect(harness.host.most).toBe(4);
    expect(harness.host.calls[0]).toMatchObject({ input: { allowPaths: true }, options: { patient: true } });
  });

  test('takes the items of each block that are listed first, no more than the limit, and says so', async () => {
    harness.photos(5);
    await harness.open();
    const run = await harness.run(PIPELINE, { limit: 2 });
    expect(run).toMatchObject({ status: 'succeeded', limit: 2, counts: { total: 2, succeeded: 2 } });
    expect(rowsOf(run)).toHaveLength(2);
    expect(await harness.run()).toMatchObject({ limit: null, counts: { total: 5 } });
  });

  test('keeps to the concurrency of its block', async () => {
    harness.photos(10);
    await harness.open();
    await harness.run(withEach('concurrency: 1'));
    expect(harness.host.most).toBe(1);
  });

  test('over an empty folder succeeds with an empty output', async () => {
    await harness.open();
    const view = await harness.run();
    expect(view).toMatchObject({ status: 'succeeded', counts: { total: 0 }, rate_per_s: null });
    expect(readFileSync(view.outputs[0]!.path, 'utf8')).toBe('');
  });

  test('over a folder that is not there is refused at once with its path', async () => {
    await harness.open();
    const refused = harness.start(PIPELINE, { inputs: { folder: 'nowhere' } });
    await expect(refused).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no ${join(harness.folder, 'nowhere')}.`,
    });
  });

  test('takes a folder with special characters by its name', async () => {
    harness.photos(2, 'photos (2024) [best]');
    harness.photos(1, 'photos 2');
    await harness.open();
    const view = await harness.run(PIPELINE, { inputs: { folder: 'photos (2024) [best]' } });
    expect(view.counts.succeeded).toBe(2);
  });

  test('with a mistake in the pipeline or the inputs is refused', async () => {
    await harness.open();
    await expect(harness.start(PIPELINE.replace('test.echo', 'test.eco'))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'pipeline', reason: expect.stringMatching(/echo\.yaml:12:15: No capability is called 'test\.eco'/) },
    });
    await expect(harness.start(PIPELINE, { inputs: { foldr: 'x' } })).rejects.toMatchObject({
      details: { field: 'inputs.foldr', reason: expect.stringContaining("Did you mean 'folder'") },
    });
    await expect(harness.start(PIPELINE, { inputs: { folder: 5 } })).rejects.toMatchObject({
      details: { field: 'inputs.folder' },
    });
  });

  test('keeps to its text when the file changes while it is queued', async () => {
    harness.photos(1);
    await harness.open(undefined, { working: false });
    const run = await harness.start();
    await harness.close();
    await harness.open();
    expect(await harness.until(run)).toMatchObject({ status: 'succeeded', revision: run.revision });
  });

  test('over a list has the order of the list, and two items with one key are one', async () => {
    await harness.open();
    const source = PIPELINE.replace(/files: .*/, 'items: [{n: b}, {n: a}, {n: b}]')
      .replace('as: photo', 'as: one\n      key: ${{ one.n }}')
      .replace('photo.path', 'one.n')
      .replace(/collect:[^]*?outputs/, 'collect: { name: "${{ one.n }}" }\noutputs');
    harness.host.answer = ({ image }) => ({ seen: image, total: 1 });
    const listed = source.replace('image: "${{ one.n }}"', 'image: "data:${{ one.n }}"');
    const view = await harness.run(listed);
    expect(rowsOf(view)).toEqual([{ name: 'b' }, { name: 'a' }]);
  });

  test('runs steps after each other where they refer to each other, and skips by `if`', async () => {
    harness.photos(3);
    await harness.open(({ image, add }) => ({ seen: image, total: add }));
    const source = PIPELINE.replace(
      '    collect:',
      '      - id: second\n        uses: test.other\n        if: echo.total > 5\n        with: { image: "${{ echo.seen }}", add: "${{ echo.total + 1 }}" }\n    collect:\n      second: ${{ second == null }}',
    );
    const skipped = await harness.run(source);
    expect(rowsOf(skipped)[0]).toMatchObject({ second: true });
    harness.host.answer = ({ image }) => ({ seen: image, total: 6 });
    const both = await harness.run(source);
    expect(rowsOf(both)[0]).toMatchObject({ second: false });
    expect(harness.host.calls.filter(({ capability }) => capability === 'test.other').map(({ fields }) => fields.add)).toEqual([
      7, 7, 7,
    ]);
  });

  test('a step after a block sees its counts, and its list can be an output', async () => {
    harness.photos(3);
    await harness.open(({ image, add }) => ({ seen: image, total: add }));
    const source = PIPELINE.replace(
      'outputs:\n',
      '  - id: after\n    uses: test.other\n    with: { image: "data:x", add: "${{ photos.succeeded }}" }\noutputs:\n',
    ).replace('${{ photos.rows }}', '${{ [after.total, photos.total] }}');
    const view = await harness.run(source);
    expect(rowsOf(view)).toEqual([3, 3]);
  });

  // Instead of a for_each inside a for_each.
  const SECOND = `  - id: parts
    for_each: { items: "\${{ photos.rows }}", as: part }
    steps:
      - { id: look, uses: test.other, with: { image: "data:\${{ part.name }}", add: "\${{ part.total }}" } }
    collect: { name: "\${{ part.name }}", total: "\${{ look.total }}" }
outputs:
  - jsonl: parts.jsonl
    rows: \${{ parts.rows }}
`;

  test('a block walks the rows of another, page by page', async () => {
    const many = 1_100;
    writeFileSync(join(harness.folder, 'many.jsonl'), '7\n'.repeat(many));
    await harness.open(({ add }) => ({ seen: '', total: add }));
    const source = PIPELINE.replace(/files: .*/, 'jsonl: many.jsonl')
      .replace('${{ photo.path }}', 'data:x')
      .replace(/collect:[^]*/, `collect: { name: a, total: "\${{ echo.total }}" }\n${SECOND}`)
      .replace('version: 1', 'version: 1\nevents: { predictions: none }');
    const view = await harness.run(source);
    expect(view).toMatchObject({ status: 'succeeded', counts: { total: 2 * many }, outputs: [{ rows: many }] });
    expect(rowsOf(view)[many - 1]).toEqual({ name: 'a', total: 1 });
  });

  test('a block processes parts of the items of another block', async () => {
    harness.photos(2);
    await harness.open(({ image, add }) => ({ seen: image, total: add }));
    const inner = "collect: \"${{ [1, 2].map(n, {'name': photo.name, 'total': n}) }}\"\n";
    const source = PIPELINE.replace(/collect:[^]*/, inner + SECOND).replace('photos.rows }}', 'photos.rows.flatten() }}');
    const view = await harness.run(source);
    expect(rowsOf(view).map(({ name, total }) => `${name as string} ${total as number}`)).toEqual([
      'p0000.jpg 1',
      'p0000.jpg 2',
      'p0001.jpg 1',
      'p0001.jpg 2',
    ]);
  });
});
