import { readManifest } from '../manifest/read';
import type { ModelIdentity } from '../runtime';
import { locate } from './location';

/**
 * Reads the `model.yaml` of a folder, for a plugin that loads its weights itself.
 * @returns the identity of the model, and the path of its weights.
 * @throws Error when `model.yaml` or the weights are missing or broken.
 */
export function identifyModel(folder: string): { identity: ModelIdentity; file: string } {
  const model = readManifest(folder);
  const { digest, file } = locate(model, folder);
  return { identity: { name: model.name, version: model.manifest.version, digest }, file };
}
