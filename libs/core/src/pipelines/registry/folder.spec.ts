import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunBench } from '../../../../../test/harness/run-harness';

const bench = new RunBench();

describe('the folder of pipelines', () => {
  test('lists them with their mistakes and hands out their text by name', async () => {
    mkdirSync(join(bench.folder, 'pipelines'));
    writeFileSync(join(bench.folder, 'pipelines', 'a.yaml'), PIPELINE);
    writeFileSync(join(bench.folder, 'pipelines', 'broken.yml'), 'version: 1\n\tname: x');
    writeFileSync(join(bench.folder, 'pipelines', 'notes.md'), '# no');
    await bench.open();
    expect(await bench.pipelines.registry.list()).toMatchObject([
      { name: 'broken', findings: [{ line: 2, column: 1 }] },
      { name: 'echo', findings: [] },
    ]);
    expect(await bench.pipelines.registry.source('echo')).toEqual({
      source: PIPELINE,
      file: join(bench.folder, 'pipelines', 'a.yaml'),
    });
    await expect(bench.pipelines.registry.source('ecko')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: "There is no pipeline called 'ecko'. Did you mean 'echo'?",
    });
  });

  test('reads a file again when it changes, and reports a name that is taken', async () => {
    const folder = join(bench.folder, 'pipelines');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.yaml'), PIPELINE);
    writeFileSync(join(folder, 'b.yaml'), PIPELINE);
    await bench.open();
    const findings = async () =>
      (await bench.pipelines.registry.list()).map((each) => each.findings.map(({ message }) => message));
    const taken = [expect.stringContaining("'echo' is taken already")];
    expect(await findings()).toEqual([[], taken]);
    expect(await findings()).toEqual([[], taken]);
    writeFileSync(join(folder, 'b.yaml'), PIPELINE.replace('name: echo', 'name: other'));
    expect(await findings()).toEqual([[], []]);
    expect((await bench.pipelines.registry.source('other')).file).toBe(join(folder, 'b.yaml'));
  });
});
