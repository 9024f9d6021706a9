import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelPluginModules } from '@percept/plugins';
import { listModels } from '../../../libs/core/src';
import { compiled } from '../../harness/compiled';
import { removeDir, ROOT, tempDir } from '../../harness/percept';

const MODELS = 2_000;
const trialPath = compiled('libs/core/src/inference/models/trial-process');

let dir: string;
beforeAll(() => (dir = tempDir()));
afterAll(() => removeDir(dir));

test('what is known of very many models comes whole from the process that tries them', async () => {
  const own = join(dir, 'own');
  for (let n = 0; n < MODELS; n++) {
    mkdirSync(join(own, `model-${n}`), { recursive: true });
    writeFileSync(join(own, `model-${n}`, 'model.yaml'), `task: ${'nothing-of-ours-'.repeat(8)}\n`);
  }
  const models = await listModels(
    {
      modelsDir: join(ROOT, 'models'),
      ownModelsDir: own,
      dataDir: join(dir, 'cache'),
      extensions: modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
    },
    { trialPath },
  );
  expect(models.filter(({ name, state }) => name.startsWith('model-') && state === 'broken')).toHaveLength(MODELS);
});
