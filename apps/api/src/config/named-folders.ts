import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * Folders that a setting names must exist: a mistyped one that was made would be an empty folder that nobody looks into. Those
 * inside the data folder are Percept's own, and are made.
 * @throws Error with a sentence for one that is missing, is a file, or cannot be read.
 */
export function checkNamedFolders(setting: string, folders: readonly string[], dataDir: string): void {
  for (const folder of folders) {
    if (!relative(resolve(dataDir), folder).startsWith('..')) mkdirSync(folder, { recursive: true });
    const problem = unreadable(folder);
    if (!problem) continue;
    throw new Error(
      `${setting} names ${folder}, which ${problem}. Create it (mkdir -p '${folder}') or mount it there, or correct the setting.`,
    );
  }
}

function unreadable(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return 'is a file';
    accessSync(folder, constants.R_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  }
}
