import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunBench } from '../../../../test/run-bench';

const bench = new RunBench();

describe('the folder of pipelines', () => {
  test('lists them with their mistakes and hands out their text by name', async () => {
    mkdirSync(join(bench.folder, 'pipelines'));
    writeFileSync(join(bench.folder, 'pipelines', 'a.yaml'), PIPELINE);
    writeFileSync(join(bench.folder, 'pipelines', 'broken.yml'), 'version: 1\n\tname: x');
    writeFileSync(join(bench.folder, 'pipelines', 'notes.md'), '# no');
    await bench.open();
    expect(await bench.pipelines.list()).toMatchObject([
      { name: 'broken', findings: [{ line: 2, column: 1 }] },
      { name: 'echo', findings: [] },
    ]);
    expect(await bench.pipelines.source('echo')).toEqual({ source: PIPELINE, file: join(bench.folder, 'pipelines', 'a.yaml') });
    await expect(bench.pipelines.source('ecko')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: "There is no pipeline called 'ecko'. Did you mean 'echo'?",
    });
  });
});
