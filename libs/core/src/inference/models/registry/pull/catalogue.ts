import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { suggest, PerceptError } from '../../../../kernel';
import type { CatalogueFile, CatalogueModel } from './catalogue-file';
import { pullBytes, pullModel, weightBytes, type PullOptions } from './pull';
import { sourceFor, weightSources } from './sources';
import type { WeightSource } from './weight-source';

/** Models that `models pull recommended` fetches, by name, each with the reason. */
type Recommended = Readonly<Record<string, string>>;

/** Valid model names: each becomes the name of a folder. */
const NAME = /^\w[\w.-]{0,99}$/;
/** A model in the output of `models pull`. */
type CatalogueRow = Pick<CatalogueModel, 'name' | 'summary' | 'measured'> & {
  task: string;
  licence: string;
  /** Bytes to fetch. */
  bytes: number;
  /** Bytes of the net itself, without labels. */
  weightBytes: number;
};

interface CatalogueFolders {
  modelsDir: string;
  ownModelsDir?: string;
  /** Plugin modules, some of which bring sources of weights. */
  extensions?: readonly string[];
}

/** The models that can be fetched. */
export class ModelCatalogue {
  /** The name with which `models pull` fetches all recommended models. */
  static readonly RECOMMENDED = 'recommended';

  private constructor(
    readonly models: readonly CatalogueModel[],
    readonly recommended: Recommended,
    private readonly sources: readonly WeightSource[],
  ) {}

  /**
   * Reads `catalogue.yaml` beside Percept's models, and the users' own in their folder. For the same name the users' entry counts,
   * and their recommendations come first.
   * @throws PerceptError CONFLICT that says what is wrong with the users' own.
   */
  static read({ modelsDir, ownModelsDir, extensions }: CatalogueFolders): ModelCatalogue {
    const files = catalogueFiles(modelsDir, ownModelsDir);
    const sources = weightSources(extensions);
    const byName = new Map(files.flatMap((file) => readOne(file, sources)).map((model) => [model.name, model]));
    const pages = files.toReversed().map(readPage);
    return new ModelCatalogue(
      [...byName.values()].sort((one, other) => one.name.localeCompare(other.name)),
      Object.assign({}, ...pages.map((page) => page?.recommended)) as Recommended,
      sources,
    );
  }

  get rows(): CatalogueRow[] {
    return this.models.map(rowOf);
  }

  /** @throws PerceptError NOT_FOUND with the nearest name. */
  row(name: string): CatalogueRow {
    return rowOf(this.find(name));
  }

  /** See `pullModel`. @throws also as `row`. */
  pull(name: string, ownModelsDir: string, options: PullOptions): Promise<string> {
    return pullModel(this.find(name), ownModelsDir, { ...options, sources: this.sources });
  }

  private find(name: string): CatalogueModel {
    const found = this.models.find((model) => model.name === name);
    if (found) return found;
    const names = this.models.map((model) => model.name);
    throw new PerceptError(
      'NOT_FOUND',
      `The catalogue has no model '${name.slice(0, 100)}'.${suggest(name, names)} It has ${names.join(', ')}.`,
    );
  }
}

function rowOf(model: CatalogueModel): CatalogueRow {
  const { name, summary, measured, manifest } = model;
  const { task, licence } = manifest;
  return { name, summary, measured, task, licence, bytes: pullBytes(model), weightBytes: weightBytes(model) };
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

function readOne(file: string, sources: readonly WeightSource[]): CatalogueModel[] {
  const wrong = wrongIn(file);
  return Object.entries(readPage(file)?.models ?? {}).map(([name, model]) => {
    const { summary = '', measured, file: weights, parts, synset, manifest, package: npm } = model ?? {};
    if (!NAME.test(name) || name === ModelCatalogue.RECOMMENDED)
      throw wrong(`'${name.slice(0, 60)}' cannot be the name of a folder.`);
    if (!manifest?.task || !manifest.licence) throw wrong(`the manifest of '${name}' needs a task and a licence.`);
    const files = [weights, ...(parts ?? []), ...(synset ? [synset] : [])];
    if (!files.every(isFile)) throw wrong(`a file of '${name}' needs url, path, bytes and sha256.`);
    const problem = files.map(({ url }) => addressProblem(url, sources, npm)).find((each) => each !== undefined);
    if (problem) throw wrong(`${problem} in '${name}'.`);
    return { name, summary, measured, file: files[0]!, parts, synset, manifest, package: npm };
  });
}

const isFile = (file: CatalogueFile | undefined): file is CatalogueFile =>
  typeof file?.url === 'string' &&
  typeof file.path === 'string' &&
  Number.isSafeInteger(file.bytes) &&
  /^[0-9a-f]{64}$/.test(file.sha256);

function addressProblem(url: string, sources: readonly WeightSource[], npm: CatalogueModel['package']): string | undefined {
  try {
    return sourceFor(url, sources).problem(url, { package: npm });
  } catch (error) {
    return (error as Error).message;
  }
}
