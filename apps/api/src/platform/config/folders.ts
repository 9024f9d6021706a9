import type { Config } from '@percept/core';
import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkNamedFolders } from './named-folders';
import { PACKAGE_ROOT } from './version';

export const EXAMPLES = join(PACKAGE_ROOT, 'examples');
const OWN_PIPELINES = './pipelines';

/** Makes the folders that Percept writes into. @throws Error with a sentence if one cannot be made or written. */
export function createFolders(config: Config): void {
  makeFolder('PERCEPT_DATA_DIR', config.PERCEPT_DATA_DIR);
  makePrivate(config.PERCEPT_DATA_DIR);
  makeFolder(config.PERCEPT_CACHE_DIR ? 'PERCEPT_CACHE_DIR' : 'PERCEPT_DATA_DIR', config.cacheDir);
  // A folder that a setting names may be one that others use, too.
  if (!config.PERCEPT_CACHE_DIR) makePrivate(config.cacheDir);
}

/** Creates the default folder that pipelines read, unless another is named: users put files there. */
export function makeFilesFolder(config: Config): void {
  if (!config.PERCEPT_DATA_ROOTS) makeFolder('PERCEPT_DATA_DIR', filesFolder(config));
}

const filesFolder = ({ PERCEPT_DATA_DIR }: Config): string => join(PERCEPT_DATA_DIR, 'files');

/** The folders that the operator opened to pipelines over HTTP, as absolute paths. */
export function dataRoots(config: Config): string[] {
  const named = config.PERCEPT_DATA_ROOTS.split(',').map((root) => root.trim());
  const roots = config.PERCEPT_DATA_ROOTS ? named.filter(Boolean) : [filesFolder(config), EXAMPLES];
  return roots.map((root) => resolve(root));
}

/** The folders that every project may read: the examples, which come with Percept. */
export const sharedRoots = (config: Config): string[] => (config.PERCEPT_DATA_ROOTS ? [] : [EXAMPLES]);

/** @throws Error with a sentence if a folder that PERCEPT_DATA_ROOTS names is missing. */
export function checkDataRoots(config: Config): void {
  if (config.PERCEPT_DATA_ROOTS) checkNamedFolders('PERCEPT_DATA_ROOTS', dataRoots(config), config.PERCEPT_DATA_DIR);
}

/** The folder of the served pipelines. */
export function pipelinesFolder({ PERCEPT_PIPELINES_DIR }: Config): string {
  if (PERCEPT_PIPELINES_DIR) return PERCEPT_PIPELINES_DIR;
  return existsSync(OWN_PIPELINES) ? OWN_PIPELINES : join(PACKAGE_ROOT, 'pipelines');
}

/**
 * Keeps other users of the machine from reading results and keys. Does nothing on a file system without permissions, or with
 * another owner.
 */
function makePrivate(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // The folder belongs to another user, who shares it.
  }
}

function makeFolder(setting: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The folder ${resolve(folder)} cannot be written (${code}). Give this user the right to write it, or name another: ${setting}.`,
      { cause: error },
    );
  }
}
