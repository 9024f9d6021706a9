import type { Config } from '@percept/core';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Makes the folders that Percept writes into. @throws Error with a sentence where one cannot be made or written. */
export function makeFolders(config: Config): void {
  makeFolder('PERCEPT_DATA_DIR', config.PERCEPT_DATA_DIR);
  makeFolder(config.PERCEPT_CACHE_DIR ? 'PERCEPT_CACHE_DIR' : 'PERCEPT_DATA_DIR', config.cacheDir);
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
