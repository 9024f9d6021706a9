import { mkdtemp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import type { CatalogueModel } from './catalogue';
import { download, type DownloadOptions } from './download';

/** Bytes to fetch in all. */
export const pullBytes = ({ file, synset }: CatalogueModel): number => file.bytes + (synset?.bytes ?? 0);

/**
 * Fetches a model into the users' folder: its file, its labels and its model.yaml. The folder appears whole or not at all.
 * @returns the folder.
 * @throws Error as `download` does.
 */
export async function pullModel(model: CatalogueModel, ownModelsDir: string, options: DownloadOptions = {}): Promise<string> {
  const waiting = join(ownModelsDir, '.pulling', model.name);
  const weights = join(waiting, basename(model.file.path));
  const { onProgress } = options;
  const total = pullBytes(model);
  const telling = (before: number) => ({ ...options, onProgress: (done: number) => onProgress?.(before + done, total) });
  await download(model.file, weights, telling(0));
  let { labels } = model.manifest;
  if (model.synset) {
    const synset = join(waiting, 'synset.txt');
    await download(model.synset, synset, telling(model.file.bytes));
    labels = 'labels.txt';
    await writeFile(join(waiting, labels as string), `${labelsOf(await readFile(synset, 'utf8')).join('\n')}\n`);
    await rm(synset);
  }
  const page = {
    ...model.manifest,
    file: basename(weights),
    sha256: model.file.sha256,
    ...(labels === undefined ? {} : { labels }),
  };
  const head = `# ${model.summary}\n# Fetched by 'percept models pull ${model.name}'.\n`;
  await writeFile(join(waiting, 'model.yaml'), head + stringify(page, { lineWidth: 120 }));
  return moveIntoPlace(waiting, join(ownModelsDir, model.name));
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
