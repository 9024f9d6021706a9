import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { existsSync } from 'node:fs';
import { readChosenDefaults } from './chosen-defaults';
import { keepDigests, recallDigests } from './file-digests';
import { modelFolders, readManifest } from './manifest/read';
import type { Manifest } from './manifest/manifest';
import { locate, type ModelLocation } from './location';
import type { ModelPaths } from './prepare';

/** A model that may be loaded: plain data, so that it crosses threads and processes. */
export interface RegisteredModel extends ModelLocation {
  name: string;
  /** From the users' folder, not one of ours. */
  own: boolean;
  /** Where its manifest is. */
  folder: string;
  manifest: Manifest;
  /** Another one as soon as the weights or any word of the manifest changes. */
  revision: string;
}

export interface BrokenModel {
  name: string;
  own: boolean;
  reason: string;
}

/** The models on hand, and those that would be if they were not broken. */
export interface ModelRegistry {
  models: RegisteredModel[];
  broken: BrokenModel[];
  /** Names of the models that answer a task if a request names none, by task; else the manifests say it. */
  defaults: Readonly<Record<string, string>>;
}

/** Reads every manifest and the digest of every file; loads nothing. A broken model keeps nobody from using the others. */
export function readModelRegistry(places: ModelPaths): ModelRegistry {
  const registry: ModelRegistry = { models: [], broken: [], defaults: {} };
  const ours = foldersOf(places.modelsDir, registry);
  const own = places.ownModelsDir && existsSync(places.ownModelsDir) ? foldersOf(places.ownModelsDir, registry) : [];
  recallDigests(places.dataDir);
  for (const folder of ours) take({ folder, own: false }, places, registry);
  for (const folder of own) take({ folder, own: true }, places, registry);
  keepDigests(places.dataDir);
  return { ...registry, defaults: { ...usableDefaults(places, registry), ...places.defaults } };
}

/** What `percept models use` chose, as far as it is still there. */
function usableDefaults({ ownModelsDir }: ModelPaths, registry: ModelRegistry): Record<string, string> {
  try {
    const isThere = ([task, name]: [string, string]): boolean =>
      registry.models.some((model) => model.name === name && model.manifest.task === task);
    return Object.fromEntries(Object.entries(readChosenDefaults(ownModelsDir)).filter(isThere));
  } catch (error) {
    registry.broken.push({ name: 'defaults.json', own: true, reason: (error as Error).message });
    return {};
  }
}

function foldersOf(dir: string, registry: ModelRegistry): string[] {
  try {
    return modelFolders(dir);
  } catch (error) {
    registry.broken.push({ name: basename(dir), own: false, reason: (error as Error).message });
    return [];
  }
}

function take({ folder, own }: { folder: string; own: boolean }, places: ModelPaths, registry: ModelRegistry): void {
  const name = basename(folder);
  try {
    if ([...registry.models, ...registry.broken].some((each) => each.name === name && each.own !== own))
      throw new Error(`Model '${name}' in ${folder}: a model that comes with Percept has this name. Rename the folder.`);
    const model = readManifest(folder);
    const location = locate(model, places.dataDir);
    const revision = createHash('sha256')
      .update(JSON.stringify([location.digest, model.manifest]))
      .digest('hex');
    registry.models.push({ ...location, name, own, folder, manifest: model.manifest, revision });
  } catch (error) {
    registry.broken.push({ name, own, reason: (error as Error).message });
  }
}
