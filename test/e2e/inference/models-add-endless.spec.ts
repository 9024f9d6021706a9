import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { modelPluginModules } from '@percept/plugins';
import { addModel, listModels } from '../../../libs/core/src';
import { compiled } from '../../harness/compiled';
import { endless } from '../../harness/fixtures/hostile-models';
import { removeDir, ROOT, tempDir } from '../../harness/percept';

let dir: string;
beforeAll(() => (dir = tempDir()));
afterAll(() => removeDir(dir));

test('a network that never ends is ended when its time is over, and nothing of it is left', async () => {
  const [place, own] = [join(dir, 'endless'), join(dir, 'models')];
  mkdirSync(place);
  writeFileSync(join(place, 'model.onnx'), endless());
  writeFileSync(join(place, 'config.json'), '{"id2label": {"0": "one"}}');
  // A black image is as light as 1 for it.
  const page = { size: { height: 16, width: 16 }, image_mean: [-1, -1, -1], image_std: [1, 1, 1] };
  writeFileSync(join(place, 'preprocessor_config.json'), JSON.stringify(page));
  const paths = {
    modelsDir: join(ROOT, 'models'),
    dataDir: join(dir, 'cache'),
    extensions: modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
  };
  const tryModel = async (folder: string) => {
    const models = await listModels(
      { ...paths, ownModelsDir: dirname(folder) },
      { trialPath: compiled('libs/core/src/inference/models/trial-process'), limitMs: 15_000, inPlace: true },
    );
    return models.find(({ name }) => name === basename(folder))?.reason ?? undefined;
  };
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
  const before = children();
  const adding = addModel(place, own, {
    extensions: modelPluginModules(),
    environment: {},
    tryModel,
  });
  await expect(adding).rejects.toThrow(
    /endless cannot be used: .* took longer than 15 s, so its process was ended \(SIGKILL\)\. Take a smaller model/,
  );
  expect(existsSync(join(own, 'endless'))).toBe(false);
  expect(readdirSync(join(own, '.pulling'))).toEqual([]);
  expect(existsSync(join(paths.dataDir, 'models', 'endless'))).toBe(false);
  // Its memory went with its process.
  expect(children()).toBe(before);
});
