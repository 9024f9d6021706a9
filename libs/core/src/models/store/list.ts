import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { modelFolders, readManifest } from '../manifest';
import { locate } from './location';
import type { ModelPlaces } from './prepare';

/** A model as the command line and the API show it; what is not known of a broken one is null. */
export interface ModelEntry {
  name: string;
  task: string | null;
  version: string | null;
  /** `unprepared`: waits for `models prepare`. */
  state: 'ready' | 'unprepared' | 'broken';
  licence: string | null;
  digest: string | null;
  file: string | null;
  /** Why a broken model is broken. */
  reason: string | null;
}

/** Every model of the folder, broken ones too. */
export function listModels(places: ModelPlaces): ModelEntry[] {
  return modelFolders(places.modelsDir).map((folder) => describe(folder, places.dataDir));
}

function describe(folder: string, dataDir: string): ModelEntry {
  const entry: ModelEntry = {
    name: basename(folder),
    task: null,
    version: null,
    state: 'broken',
    licence: null,
    digest: null,
    file: null,
    reason: null,
  };
  try {
    const model = readManifest(folder);
    const { task, version, licence } = model.manifest;
    Object.assign(entry, { task, version, licence });
    const { file, digest } = locate(model, dataDir);
    return { ...entry, file, digest, state: existsSync(file) ? 'ready' : 'unprepared' };
  } catch (error) {
    return { ...entry, reason: (error as Error).message };
  }
}
