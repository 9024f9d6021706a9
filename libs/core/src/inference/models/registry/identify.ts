import { readManifest } from './manifest/read';
import type { ModelIdentity } from '../runtime';
import { locate } from './location';

/**
 * Who the model of a folder is, for a plugin that reads its weights itself.
 * @throws Error where its page or its weights are missing or broken.
 */
export function identifyModel(folder: string): { identity: ModelIdentity; file: string } {
  const model = readManifest(folder);
  const { digest, file } = locate(model, folder);
  return { identity: { name: model.name, version: model.manifest.version, digest }, file };
}
