import { identifyModel, type ModelIdentity } from '@percept/sdk/models';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A model that comes with the package, and its file. @throws Error if it is missing or broken. */
export function shippedModel(name: string): { identity: ModelIdentity; file: string } {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'models', name);
    if (existsSync(join(path, 'model.yaml'))) return identifyModel(path);
    if (folder === dirname(folder))
      throw new Error(`The model '${name}' is missing: no folder above ${__dirname} has models/${name}/model.yaml.`);
  }
}
