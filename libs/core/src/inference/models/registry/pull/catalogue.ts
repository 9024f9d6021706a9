import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { suggest, PerceptError } from '../../../../kernel';

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

/** Becomes a folder's name. */
const NAME = /^\w[\w.-]{0,99}$/;

/**
 * `catalogue.yaml` beside the models that come with Percept, and the users' own in their folder: of one name theirs counts.
 * @throws PerceptError CONFLICT that says what is wrong with the users' own.
 */
export function readCatalogue(modelsDir: string, ownModelsDir?: string): CatalogueModel[] {
  const own = ownModelsDir === undefined ? undefined : join(ownModelsDir, 'catalogue.yaml');
  const files = [join(modelsDir, 'catalogue.yaml'), ...(own !== undefined && existsSync(own) ? [own] : [])];
  const byName = new Map(files.flatMap(readOne).map((model) => [model.name, model]));
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name));
}

function readOne(file: string): CatalogueModel[] {
  const wrong = (what: string, cause?: unknown) => new PerceptError('CONFLICT', `${file}: ${what}`, { cause });
  let page: { models?: Record<string, Partial<Omit<CatalogueModel, 'name'>> | null> } | null;
  try {
    page = parse(readFileSync(file, 'utf8')) as typeof page;
  } catch (error) {
    throw wrong((error as Error).message.split('\n')[0]!, error);
  }
  return Object.entries(page?.models ?? {}).map(([name, model]) => {
    const { summary = '', file: weights, synset, manifest } = model ?? {};
    if (!NAME.test(name)) throw wrong(`'${name.slice(0, 60)}' cannot be the name of a folder.`);
    if (!manifest?.task || !manifest.licence) throw wrong(`the manifest of '${name}' needs a task and a licence.`);
    if (!isFile(weights) || (synset && !isFile(synset))) throw wrong(`a file of '${name}' needs url, path, bytes and sha256.`);
    return { name, summary, file: weights, synset, manifest };
  });
}

const isFile = (file: CatalogueFile | undefined): file is CatalogueFile =>
  typeof file?.url === 'string' &&
  typeof file.path === 'string' &&
  Number.isSafeInteger(file.bytes) &&
  /^[0-9a-f]{64}$/.test(file.sha256);

/** @throws PerceptError NOT_FOUND with the nearest name. */
export function catalogueModel(catalogue: readonly CatalogueModel[], name: string): CatalogueModel {
  const found = catalogue.find((model) => model.name === name);
  if (found) return found;
  const names = catalogue.map((model) => model.name);
  throw new PerceptError(
    'NOT_FOUND',
    `The catalogue has no model '${name.slice(0, 100)}'.${suggest(name, names)} It has ${names.join(', ')}.`,
  );
}
