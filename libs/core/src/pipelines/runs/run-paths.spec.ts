import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PIPELINE, RunBench } from '../../../../../test/harness/run-harness';

const bench = new RunBench();

describe('a run over HTTP', () => {
  const roots = () => [join(bench.folder, 'photos')];

  test('writes into its own folder and reads inside the roots', async () => {
    bench.photos(2);
    await bench.open();
    const view = await bench.run(PIPELINE, { roots: roots(), inputs: { folder: join(bench.folder, 'photos') } });
    expect(view).toMatchObject({ status: 'succeeded', counts: { succeeded: 2 } });
    expect(view.outputs[0]!.path).toBe(join(bench.folder, 'data', 'runs', view.id, 'out', `${view.id}.jsonl`));
    const below = await bench.run(PIPELINE, { roots: [bench.folder] });
    expect(below.counts.succeeded).toBe(2);
  });

  test.each([['..'], ['../../index'], ['/etc'], ['link']])('may not read %s', async (path) => {
    symlinkSync(tmpdir(), join(bench.folder, 'photos', 'link'));
    await bench.open();
    await expect(bench.start(PIPELINE, { roots: roots(), inputs: { folder: path } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('lies outside of the folders'),
    });
  });

  test('is told what is not there, where it might have been', async () => {
    await bench.open();
    await expect(bench.start(PIPELINE, { roots: roots(), inputs: { folder: 'nowhere' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no ${join(bench.folder, 'photos', 'nowhere')}.`,
    });
  });

  test('counts a path that names the root too from the folder of the root', async () => {
    bench.photos(2);
    await bench.open();
    const view = await bench.run(PIPELINE, { roots: roots(), inputs: { folder: './photos' } });
    expect(view.counts.total).toBe(2);
  });

  test('is told the path in the working folder where that lies inside the roots', async () => {
    await bench.open();
    const root = resolve('libs');
    await expect(bench.start(PIPELINE, { roots: [root], inputs: { folder: './libs/nowhere' } })).rejects.toMatchObject({
      message: `There is no ${join(root, 'nowhere')}.`,
    });
  });

  test('may not read through a link among the files, nor a path in a list', async () => {
    bench.photos(1);
    bench.photos(1, 'private');
    symlinkSync(join(bench.folder, 'private', 'p0000.jpg'), join(bench.folder, 'photos', 'stolen.jpg'));
    symlinkSync(join(bench.folder, 'private'), join(bench.folder, 'photos', 'inside'));
    await bench.open();
    const http = { roots: roots(), inputs: { folder: '.' } };
    const view = await bench.run(PIPELINE, http);
    expect(view).toMatchObject({ status: 'partial', counts: { succeeded: 1, failed: 1 } });
    expect(view.failures).toMatchObject([{ item: expect.stringMatching(/stolen/), code: 'FORBIDDEN' }]);
    expect((await bench.run(PIPELINE.replace('/**/', '/{inside,../private}/'), http)).counts.total).toBe(0);
    expect(bench.host.calls.map(({ fields }) => fields.image)).toEqual([join(bench.folder, 'photos', 'p0000.jpg')]);
    const listed = PIPELINE.replace(
      /files: .*/,
      `items: [{path: "${bench.folder}/private/p0000.jpg", name: n, size: 1, modified: "2026-01-01"}]`,
    );
    expect(await bench.run(listed, { roots: roots() })).toMatchObject({
      status: 'failed',
      failures: [{ code: 'FORBIDDEN' }],
    });
  });

  test.each([['../x.jsonl'], ['/tmp/x.jsonl'], ['a/../../../x.jsonl'], ['.']])('may not write to %s', async (path) => {
    await bench.open();
    const source = PIPELINE.replace('out/${{ run.id }}.jsonl', path);
    await expect(bench.start(source, { roots: [bench.folder] })).rejects.toMatchObject({ details: { field: 'outputs' } });
  });
});
