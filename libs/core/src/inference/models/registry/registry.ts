import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { existsSync } from 'node:fs';
import { readChosenDefaults } from './chosen-defaults';
import { keepDigests, recallDigests } from './file-digests';
import { modelFolders, readManifest } from '../manifest/read';
import type { Manifest } from '../manifest/manifest';
import { locate, type ModelLocation } from './location';
import { projectFolders } from '../manifest/project-folders';
import type { ModelPaths } from './prepare';

/** A model that may be loaded: plain data, so that it crosses threads and processes. */
export interface RegisteredModel extends ModelLocation {
  name: string;
  /** Whether the model is from the users' folder, not one of Percept's. */
  own: boolean;
  /** The only project that has the model; when absent, all projects have it. */
  project?: string;
  /** Folder of the manifest. */
  folder: string;
  manifest: Manifest;
  /** Differs as soon as the weights or any word of the manifest changes. */
  revision: string;
}

export interface BrokenModel {
  name: string;
  own: boolean;
  project?: string;
  reason: string;
}

/** Usable models and broken ones. */
export interface ModelSet {
  models: RegisteredModel[];
  broken: BrokenModel[];
}

/** The installed models, for all projects. */
export interface ModelRegistry extends ModelSet {
  /** The models of each project, by the project's id. `modelsFor` adds them to the shared models. */
  projects?: Readonly<Record<string, ModelSet>>;
  /** Absolute paths of plugins that bring model decoders and tasks. They are loaded when a model needs an unknown one. */
  extensions?: readonly string[];
  /** Default models by task, for requests that name none. For other tasks the manifests decide. */
  defaults: Readonly<Record<string, string>>;
}

/** Reads every manifest and the digest of every file; loads no model. A broken model does not affect the others. */
export function readModelRegistry(places: ModelPaths): ModelRegistry {
  const registry: ModelRegistry = { models: [], broken: [], defaults: {} };
  const ours = foldersOf(places.modelsDir, registry);
  const own = places.ownModelsDir && existsSync(places.ownModelsDir) ? foldersOf(places.ownModelsDir, registry) : [];
  recallDigests(places.dataDir);
  for (const folder of ours) take({ folder, own: false }, places, registry);
  for (const folder of own) take({ folder, own: true }, places, registry);
  const projects = readProjects(places);
  keepDigests(places.dataDir);
  return {
    ...registry,
    projects,
    extensions: places.extensions,
    defaults: { ...usableDefaults(places, registry), ...places.defaults },
  };
}

function readProjects(places: ModelPaths): Record<string, ModelSet> {
  const projects: Record<string, ModelSet> = {};
  for (const { project, folders } of projectFolders(places.ownModelsDir)) {
    const models: ModelSet = { models: [], broken: [] };
    for (const folder of folders) take({ folder, own: true, project }, places, models);
    projects[project] = models;
  }
  return projects;
}

/** The choices of `percept models use` whose models still exist. */
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

/** Reads any folder as a project's model, which may be broken. */
export function readProjectModel(folder: string, project: string, places: ModelPaths): ModelSet {
  const found: ModelSet = { models: [], broken: [] };
  take({ folder, own: true, project }, places, found);
  return found;
}

interface Found {
  folder: string;
  own: boolean;
  project?: string;
}

function take({ folder, own, project }: Found, places: ModelPaths, registry: ModelSet): void {
  const name = basename(folder);
  try {
    if ([...registry.models, ...registry.broken].some((each) => each.name === name && each.own !== own))
      throw new Error(`Model '${name}' in ${folder}: a model that comes with Percept has this name. Rename the folder.`);
    const model = readManifest(folder, { isSent: project !== undefined });
    const location = locate(model, places.dataDir);
    const revision = createHash('sha256')
      // Projects share nothing: not even loading times may reveal that another project has the same model.
      .update(JSON.stringify([location.digest, model.manifest, ...(project === undefined ? [] : [project, name])]))
      .digest('hex');
    registry.models.push({
      ...location,
      name,
      own,
      ...(project !== undefined && { project }),
      folder,
      manifest: model.manifest,
      revision,
    });
  } catch (error) {
    registry.broken.push({ name, own, ...(project !== undefined && { project }), reason: (error as Error).message });
  }
}
