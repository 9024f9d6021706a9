import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { readManifest } from '../../manifest/read';
import { loadExtensions } from '../../extensions';
import { digestOfFile } from '../file-digests';
import { moveIntoPlace } from '../pull';
import type { FetchOptions, ModelRepository } from '../pull/weight-source';
import type { ModelArchitecture, ModelDraft, ModelFacts } from './architecture';
import { checkFree } from './name';
import { chooseNetwork, labelsFrom, nearestFile, readFacts } from './facts';
import { openRepository } from './repository';
import { splitTowers, type Towers } from './towers';

export interface AddModelOptions {
  /** Name of the folder; default: the repository's name. */
  name?: string;
  /** Path of the network, if the repository has several. */
  file?: string;
  /** A file with the labels, one per line. They override the repository's labels. */
  labels?: string;
  /** The SHA-256 in hex of a network from a web address. */
  sha256?: string;
  /** The licence, which overrides the repository's. */
  licence?: string;
  /** Whether an existing model of the name is replaced. */
  replace?: boolean;
  /** Plugin modules, some of which bring architectures. */
  extensions: readonly string[];
  environment: FetchOptions['environment'];
  /** Loads and runs the model of a folder once. @returns why it cannot be used, if so. */
  tryModel(folder: string): Promise<string | undefined>;
}

/** A model that was added, and what was recognized about it. */
export interface AddedModel {
  name: string;
  folder: string;
  architecture: string;
  /** The contents of its `model.yaml`. */
  manifest: Record<string, unknown>;
  notes: readonly string[];
}

/**
 * Adds a model of the Hub, of a wheel or of a folder to the users' folder: writes its model.yaml by what its files say, and runs it
 * once. The folder appears when all of that has succeeded.
 * @throws Error that says what went wrong and what to do; nothing is left then.
 */
export async function addModel(address: string, ownModelsDir: string, options: AddModelOptions): Promise<AddedModel> {
  const waiting = join(ownModelsDir, '.pulling');
  await mkdir(waiting, { recursive: true });
  const workplace = await mkdtemp(join(waiting, 'add-'));
  const repository = await openRepository(address, options).catch(async (error: unknown) => {
    await rm(workplace, { recursive: true, force: true });
    throw error;
  });
  try {
    const name = nameFor(repository, ownModelsDir, options);
    const folder = join(workplace, 'models', name);
    const added = await assemble(repository, { ...options, name, fetched: join(workplace, 'fetched'), folder });
    const reason = await options.tryModel(folder);
    if (reason !== undefined) throw new Error(`${address} cannot be used: ${reason.replaceAll(folder, name)}`);
    return { ...added, name, folder: await moveIntoPlace(folder, join(ownModelsDir, name)) };
  } finally {
    await repository.close();
    await rm(workplace, { recursive: true, force: true });
  }
}

function nameFor({ name: found }: ModelRepository, ownModelsDir: string, { name: chosen, replace }: AddModelOptions): string {
  const name =
    chosen ??
    found
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, 64);
  return checkFree(name, ownModelsDir, replace);
}

type Assembling = AddModelOptions & { name: string; fetched: string; folder: string };

async function assemble(repository: ModelRepository, options: Assembling) {
  const { fetched, folder, labels: labelFile } = options;
  const network = chooseNetwork(repository, options.file);
  await mkdir(fetched, { recursive: true });
  const read = await readFacts(repository, network, fetched);
  const labels = labelFile === undefined ? read.labels : labelsFrom(await readLabels(labelFile));
  const facts = { ...read, labels };
  const { architecture, draft } = recognize(repository.address, facts, architecturesOf(options));
  await mkdir(folder, { recursive: true });
  await copyBeside(repository, draft, { network, folder });
  const file = await place(join(fetched, basename(network)), folder, { draft, facts });
  const manifest = pageFor(repository, draft, {
    ...file,
    licence: options.licence ?? repository.licence ?? 'unknown',
    labels: [...(draft.labels ?? labels)],
  });
  const head = `# Added by 'percept models add ${repository.address}', which recognized ${architecture}.\n`;
  await writeFile(join(folder, 'model.yaml'), head + stringify(manifest, { lineWidth: 120 }));
  readManifest(folder);
  return { architecture, manifest, notes: draft.notes ?? [] };
}

function readLabels(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--labels names '${file}', which cannot be read: give a file with one label per line.`, { cause });
  });
}

/** Puts the network, or its two parts, into the model's folder. */
async function place(
  network: string,
  folder: string,
  { draft: { towers }, facts }: { draft: ModelDraft; facts: ModelFacts },
): Promise<Placed> {
  if (towers) return splitTowers(network, folder, { towers, facts });
  const file = basename(network);
  await rename(network, join(folder, file));
  return { file, sha256: digestOfFile(join(folder, file)) };
}

type Placed = { file: string; sha256: string } | Towers;

/** Copies the files of a tokenizer, which lie beside the network or above it. */
async function copyBeside(
  repository: ModelRepository,
  { tokens }: ModelDraft,
  { network, folder }: { network: string; folder: string },
): Promise<void> {
  for (const name of [tokens?.file, tokens?.config]) {
    const path = name === undefined ? undefined : nearestFile([...repository.files.keys()], name, network);
    if (path !== undefined) await repository.copy(path, join(folder, basename(path)));
  }
}

const architecturesOf = ({ extensions }: AddModelOptions): ModelArchitecture[] =>
  loadExtensions(extensions).flatMap(({ architectures = [] }) => architectures);

function recognize(address: string, facts: ModelFacts, architectures: readonly ModelArchitecture[]) {
  for (const each of architectures) {
    const draft = each.recognize(facts);
    if (draft) return { architecture: each.name, draft };
  }
  const ports = (all: readonly { name: string; shape: readonly number[] }[]) =>
    all.map(({ name, shape }) => `${name} (${shape.map((side) => (side < 0 ? '?' : side)).join(' × ')})`).join(', ');
  const known = architectures.map(({ name }) => name).join(', ');
  throw new Error(
    `${address} is of no kind that is recognized: it takes ${ports(facts.inputs)} and gives ${ports(facts.outputs)}. ` +
      `Known are ${known}. For other networks, write a model.yaml yourself: see docs/guides/models.md.`,
  );
}

function pageFor(
  { address }: ModelRepository,
  { task, input, output, tokens }: ModelDraft,
  own: Placed & { licence: string; labels: string[] },
): Record<string, unknown> {
  const { licence, labels, ...placed } = own;
  const version = /@([\w.+!-]{1,40})/.exec(address)?.[1]?.slice(0, 12) ?? '1';
  return { task, version, ...placed, source: address, licence, input, output, tokens, labels };
}
