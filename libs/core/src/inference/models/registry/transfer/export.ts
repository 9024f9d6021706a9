import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readManifest } from '../../manifest/read';
import { digestOf } from '../pull/checked-file';
import { isPath, LIST, MAX_FILES, type PackingList } from './packing-list';

interface ExportedModel {
  name: string;
  file: string;
  bytes: number;
  files: number;
}

/**
 * Writes a model's folder into one file, with the digests of all its files. The file appears only when it is complete.
 * @throws Error that says why it cannot be written, and what to do.
 */
export async function exportModel(folder: string, target: string): Promise<ExportedModel> {
  const { name } = readManifest(folder);
  const file = resolve(target);
  if (existsSync(file)) throw new Error(`${file} is there already: give another name with --to.`);
  const work = await mkdtemp(join(dirname(file), '.exporting-'));
  try {
    const list = await copyListed(folder, name, join(work, 'model'));
    const paths = Object.keys(list.files);
    await writeFile(join(work, 'model', LIST), JSON.stringify(list, undefined, 1));
    const { create } = await import('tar');
    await create({ file: join(work, 'model.tar'), cwd: join(work, 'model'), portable: true }, [LIST, ...paths]);
    const { size } = await stat(join(work, 'model.tar'));
    await rename(join(work, 'model.tar'), file);
    return { name, file, bytes: size, files: paths.length };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Makes a copy, which nobody changes while the archive is written. */
async function copyListed(folder: string, name: string, copy: string): Promise<PackingList> {
  const files: PackingList['files'] = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || basename(path).startsWith('.')) continue;
    if (!isPath(path)) throw new Error(`${path} cannot be exported: rename it to letters, digits, dots and dashes.`);
    if (Object.keys(files).length >= MAX_FILES) throw new Error(`${folder} has more than ${MAX_FILES} files.`);
    await cp(join(folder, path), join(copy, path));
    files[path] = { bytes: (await stat(join(copy, path))).size, sha256: await digestOf(join(copy, path)) };
  }
  return { format: 1, name, files };
}
