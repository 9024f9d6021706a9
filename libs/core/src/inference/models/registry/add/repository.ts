import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findWeightSource, weightSources } from '../pull/sources';
import type { ModelRepository, OpenOptions } from '../pull/weight-source';

/** A folder with more files holds more than one model. */
const MAX_FILES = 10_000;

/**
 * Opens an address of a plugin's source, such as `hf:OWNER/REPO`, or a folder. Reads only the sizes of its files.
 * @throws Error that says what went wrong and what to do.
 */
export async function openRepository(
  address: string,
  { extensions, ...options }: OpenOptions & { extensions: readonly string[] },
): Promise<ModelRepository> {
  const source = findWeightSource(address, weightSources(extensions));
  return source?.open ? source.open(address, options) : openFolder(address);
}

async function openFolder(path: string): Promise<ModelRepository> {
  const folder = resolve(path);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new Error(
      `'${path}' must be a folder. Give one with an .onnx file, hf:OWNER/REPO, pypi:NAME@VERSION or an https: address.`,
    );
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, number>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    if (files.size >= MAX_FILES) throw new Error(`${folder} has more than ${MAX_FILES} files: name the folder of one model.`);
    const file = join(entry.parentPath, entry.name);
    files.set(relative(folder, file).split(sep).join('/'), statSync(file).size);
  }
  return {
    address: folder,
    name: folder.slice(folder.lastIndexOf(sep) + 1),
    files,
    copy: async (file, target) => {
      await mkdir(dirname(target), { recursive: true });
      await copyFile(join(folder, file), target);
    },
    close: () => Promise.resolve(),
  };
}
