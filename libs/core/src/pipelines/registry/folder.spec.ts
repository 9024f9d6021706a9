import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIPELINE, RunHarness } from '../../../../../test/harness/run-harness';

const harness = new RunHarness();

describe('the folder of pipelines', () => {
  test('lists them with their mistakes and hands out their text by name', async () => {
    mkdirSync(join(harness.folder, 'pipelines'));
    writeFileSync(join(harness.folder, 'pipelines', 'a.yaml'), PIPELINE);
    writeFileSync(join(harness.folder, 'pipelines', 'broken.yml'), 'version: 1\n\tname: x');
    writeFileSync(join(harness.folder, 'pipelines', 'notes.md'), '# no');
    await harness.open();
    expect(await harness.pipelines.registry.list()).toMatchObject([
      { name: 'broken', findings: [{ line: 2, column: 1 }] },
      { name: 'echo', findings: [] },
    ]);
    expect(await harness.pipelines.registry.source('echo')).toEqual({
      source: PIPELINE,
      file: join(harness.folder, 'pipelines', 'a.yaml'),
    });
    await expect(harness.pipelines.registry.source('ecko')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: "There is no pipeline called 'ecko'. Did you mean 'echo'?",
    });
  });

  test('reads a file again when it changes, and reports a name that is taken', async () => {
    const folder = join(harness.folder, 'pipelines');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.yaml'), PIPELINE);
    writeFileSync(join(folder, 'b.yaml'), PIPELINE);
    await harness.open();
    const findings = async () =>
      (await harness.pipelines.registry.list()).map((each) => each.findings.map(({ message }) => message));
    const taken = [expect.stringContaining("'echo' is taken already")];
    expect(await findings()).toEqual([[], taken]);
    expect(await findings()).toEqual([[], taken]);
    writeFileSync(join(folder, 'b.yaml'), PIPELINE.replace('name: echo', 'name: other'));
    expect(await findings()).toEqual([[], []]);
    expect((await harness.pipelines.registry.source('other')).file).toBe(join(folder, 'b.yaml'));
  });
});
