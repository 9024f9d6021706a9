import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { didYouMean, PerceptError } from '../../kernel';

/** A file of the net; `path` is its place in a mirror. */
export interface CatalogueFile {
  url: string;
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** A model that `models pull` can fetch. */
export interface CatalogueModel {
  name: string;
  summary: string;
  file: CatalogueFile;
  /** WordNet's ids with names, a line for each class: becomes the labels. */
  synset?: CatalogueFile;
  /** What its model.yaml says besides `file`, `sha256` and, with a synset, `labels`. */
  manifest: Record<string, unknown> & { task: string; licence: string };
}

/** `catalogue.yaml` beside the models that come with Percept. */
export function readCatalogue(modelsDir: string): CatalogueModel[] {
  const { models } = parse(readFileSync(join(modelsDir, 'catalogue.yaml'), 'utf8')) as {
    models: Record<string, Omit<CatalogueModel, 'name'>>;
  };
  return Object.entries(models).map(([name, model]) => ({ name, ...model }));
}

/** @throws PerceptError NOT_FOUND with the nearest name. */
export function catalogueModel(catalogue: readonly CatalogueModel[], name: string): CatalogueModel {
  const found = catalogue.find((model) => model.name === name);
  if (found) return found;
  const names = catalogue.map((model) => model.name);
  throw new PerceptError(
    'NOT_FOUND',
    `The catalogue has no model '${name}'.${didYouMean(name, names)} It has ${names.join(', ')}.`,
  );
}
