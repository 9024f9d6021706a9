import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openModels, type Models } from './model-tasks';

/** The models that come with Percept, for a spec that needs a real one. Call `close` at the end. */
export function openShippedModels(): Pick<Models, 'get' | 'close'> {
  const dataDir = mkdtempSync(join(tmpdir(), 'percept-shipped-models-'));
  const models = openModels({ modelsDir: resolve(__dirname, '..', '..', 'models'), dataDir });
  return {
    get: (task, name) => models.get(task, name),
    close: async () => {
      await models.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
