import { randomUUID } from 'node:crypto';
import { accessSync, chmodSync, constants, copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PRIVATE = 0o700;
const OTHERS_WRITE = 0o022;

/** Folder of an installed npm package with its version; undefined if it is not installed. */
export function installedPackage(name: string): { folder: string; version: string } | undefined {
  try {
    const file = require.resolve(`${name}/package.json`);
    // oxlint-disable-next-line typescript/no-require-imports
    return { folder: dirname(file), version: (require(file) as { version: string }).version };
  } catch {
    return undefined;
  }
}

/**
 * Makes a program executable for this user. Some packages carry programs without the executable bit and set it in an install
 * script, which npm may not run. The owner of the file sets the bit here. Any other user gets a private copy in `copies`, which
 * must be a folder that only this user can write.
 * @returns path of the executable program.
 * @throws Error if there is no such program, or no private place for a copy.
 */
export function executable(file: string, { copies, as }: { copies?: string; as: string }): string {
  if (isExecutable(file)) return file;
  try {
    chmodSync(file, 0o755);
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !copies) throw error;
  }
  return privateCopy(file, join(privateFolder(copies), as));
}

function privateCopy(file: string, target: string): string {
  if (isExecutable(target) && statSync(target).size === statSync(file).size) return target;
  // Other threads and processes may copy at the same time: each renames a complete file.
  const part = `${target}.${randomUUID()}`;
  try {
    copyFileSync(file, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(part, PRIVATE);
    renameSync(part, target);
  } finally {
    rmSync(part, { force: true });
  }
  return target;
}

/** Nobody else may put a program there that we would run. */
function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & OTHERS_WRITE) !== 0)
    throw new Error(`${folder} must be a folder that belongs to this user and that nobody else can write`);
  return folder;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
