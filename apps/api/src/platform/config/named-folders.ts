import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * Checks that the folders a setting names exist. If a mistyped one were created, it would stay empty and nobody would look into it.
 * Folders inside the data folder are Percept's own and are created.
 * @throws Error with a sentence for a folder that is missing, is a file, or cannot be read.
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
