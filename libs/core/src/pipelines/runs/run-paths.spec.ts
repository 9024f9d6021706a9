import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PIPELINE, RunHarness } from '../../../../../test/harness/run-harness';

const harness = new RunHarness();

describe('a run over HTTP', () => {
  const roots = () => [join(harness.folder, 'photos')];

  test('writes into its own folder and reads inside the roots', async () => {
    harness.photos(2);
    await harness.open();
    const view = await harness.run(PIPELINE, { roots: roots(), inputs: { folder: join(harness.folder, 'photos') } });
    expect(view).toMatchObject({ status: 'succeeded', counts: { succeeded: 2 } });
    expect(view.outputs[0]!.path).toBe(join(harness.folder, 'data', 'runs', view.id, 'out', `${view.id}.jsonl`));
    const below = await harness.run(PIPELINE, { roots: [harness.folder] });
    expect(below.counts.succeeded).toBe(2);
  });

  test.each([['..'], ['../../index'], ['/etc'], ['link']])('may not read %s', async (path) => {
    symlinkSync(tmpdir(), join(harness.folder, 'photos', 'link'));
    await harness.open();
    await expect(harness.start(PIPELINE, { roots: roots(), inputs: { folder: path } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('lies outside the folders'),
    });
  });

  test('is told what is not there, where it might have been', async () => {
    await harness.open();
    await expect(harness.start(PIPELINE, { roots: roots(), inputs: { folder: 'nowhere' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no ${join(harness.folder, 'photos', 'nowhere')}. Relative paths begin in one of the folders that this project may read (${join(harness.folder, 'photos')}).`,
    });
  });

  test('counts a path that names the root too from the folder of the root', async () => {
    harness.photos(2);
    await harness.open();
    const view = await harness.run(PIPELINE, { roots: roots(), inputs: { folder: './photos' } });
    expect(view.counts.total).toBe(2);
  });

  test('is told the path in the working folder where that lies inside the roots', async () => {
    await harness.open();
    const root = resolve('libs');
    await expect(harness.start(PIPELINE, { roots: [root], inputs: { folder: './libs/nowhere' } })).rejects.toMatchObject({
      message: expect.stringContaining(`There is no ${join(root, 'nowhere')}. `) as string,
    });
  });

  test('may not read through a link among the files, nor a path in a list', async () => {
    harness.photos(1);
    harness.photos(1, 'private');
    symlinkSync(join(harness.folder, 'private', 'p0000.jpg'), join(harness.folder, 'photos', 'stolen.jpg'));
    symlinkSync(join(harness.folder, 'private'), join(harness.folder, 'photos', 'inside'));
    await harness.open();
    const http = { roots: roots(), inputs: { folder: '.' } };
    const view = await harness.run(PIPELINE, http);
    expect(view).toMatchObject({ status: 'partial', counts: { succeeded: 1, failed: 1 } });
    expect(view.failures).toMatchObject([{ item: expect.stringMatching(/stolen/), code: 'FORBIDDEN' }]);
    expect((await harness.run(PIPELINE.replace('/**/', '/{inside,../private}/'), http)).counts.total).toBe(0);
    expect(harness.host.calls.map(({ fields }) => fields.image)).toEqual([join(harness.folder, 'photos', 'p0000.jpg')]);
    const listed = PIPELINE.replace(
      /files: .*/,
      `items: [{path: "${harness.folder}/private/p0000.jpg", name: n, size: 1, modified: "2026-01-01"}]`,
    );
    expect(await harness.run(listed, { roots: roots() })).toMatchObject({
      status: 'failed',
      failures: [{ code: 'FORBIDDEN' }],
    });
  });

  test.each([['../x.jsonl'], ['/tmp/x.jsonl'], ['a/../../../x.jsonl'], ['.']])('may not write to %s', async (path) => {
    await harness.open();
    const source = PIPELINE.replace('out/${{ run.id }}.jsonl', path);
    await expect(harness.start(source, { roots: [harness.folder] })).rejects.toMatchObject({ details: { field: 'outputs' } });
  });
});
