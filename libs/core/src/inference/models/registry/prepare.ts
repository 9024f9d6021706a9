import { readFileSync } from 'node:fs';
import { modelFolders, readManifest } from '../manifest/read';
import type { ModelFolder } from '../manifest/manifest';
import { checkModel } from '../runtime';
import { rewriteModel } from '../onnx';
import { convertGraph } from '../converter';
import { charactersToKeep } from './alphabet';
import { digestOfFile, isIntact } from './file-digests';
import { locate, type ModelLocation } from './location';
import { writeWhole } from './write-whole';

export interface ModelPaths {
  /** Folder of the models that come with Percept, each in its own subfolder. */
  modelsDir: string;
  /** Folder of the users' own models, each in its own subfolder; it need not exist. */
  ownModelsDir?: string;
  /** Folder for files that Percept writes; prepared models go into its `models`. */
  dataDir: string;
  /** Absolute paths of plugins that bring decoders and tasks of models. */
  extensions?: readonly string[];
  /** Default models by task, for requests that name none. They override `default: true` of a manifest. */
  defaults?: Readonly<Record<string, string>>;
}

/** Progress of one model's preparation, reported at its start and end. */
export interface PrepareProgress {
  name: string;
  state: 'converting' | 'ready';
  /** Counts from 1. */
  index: number;
  total: number;
}

export interface PrepareOptions extends ModelPaths {
  /** Tasks that no enabled capability uses; their models are not prepared. */
  unused?: readonly string[];
  onProgress?: (progress: PrepareProgress) => void;
  /** Called for each model that cannot be prepared; without it, the errors are thrown. */
  onProblem?: (problem: string) => void;
}

/**
 * Converts the models that are not converted yet, and those whose converted file was damaged. Needs no network. Several processes may do so at once.
 * @returns the names of the newly converted models.
 * @throws Error with a line per model that cannot be prepared, after all others, if there is no callback.
 */
export async function prepareModels(options: PrepareOptions): Promise<string[]> {
  const folders = modelFolders(options.modelsDir);
  const converted: string[] = [];
  const problems: string[] = [];
  for (const [index, folder] of folders.entries()) {
    const tell = (name: string, state: PrepareProgress['state']) =>
      options.onProgress?.({ name, state, index: index + 1, total: folders.length });
    try {
      const model = readManifest(folder);
      if (options.unused?.includes(model.manifest.task)) continue;
      if (await prepare(model, options.dataDir, () => tell(model.name, 'converting'))) converted.push(model.name);
      tell(model.name, 'ready');
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (options.onProblem) problems.forEach((problem) => options.onProblem!(problem));
  else if (problems.length > 0) throw new Error(problems.join('\n'));
  return converted;
}

/** @returns whether the model needed preparation. */
async function prepare(model: ModelFolder, dataDir: string, started: () => void): Promise<boolean> {
  const location = locate(model, dataDir);
  const { file, source } = location;
  if (source === undefined || isIntact(file)) return false;
  started();
  const bytes = make(model, { ...location, source });
  await checkModel(bytes, model.name);
  await writeWhole(file, bytes);
  digestOfFile(file);
  return true;
}

function make({ name, manifest }: ModelFolder, location: ModelLocation & { source: string }): Uint8Array {
  const { source, topology, alphabet, weights, quantization } = location;
  const { conversion, labels } = manifest;
  if (conversion) return convertGraph({ file: source, topology, input: conversion.input, outputs: conversion.outputs });
  try {
    return rewriteModel(readFileSync(source), {
      classes: alphabet === undefined ? undefined : charactersToKeep(alphabet, labels, weights !== undefined),
      weights: weights === undefined ? undefined : readFileSync(weights),
      beside: manifest.rewrite?.beside,
      quantization: quantization === undefined ? undefined : readFileSync(quantization),
    });
  } catch (error) {
    throw new Error(`Model '${name}': ${source} cannot be rewritten: ${(error as Error).message}.`, { cause: error });
  }
}
