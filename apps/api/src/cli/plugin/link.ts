import { PerceptError } from '@percept/sdk';
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/config/version';

/** The package `@percept/sdk` of this installation. */
export const SDK_FOLDER = join(PACKAGE_ROOT, 'sdk');

/**
 * Links `@percept/sdk` into the `node_modules` of a folder, so that plugins in it and below it find the package.
 * @throws PerceptError INVALID_REQUEST when the folder does not exist or has a copy that npm installed.
 */
export function linkSdk(dir: string): void {
  const folder = resolve(dir);
  if (!existsSync(folder)) throw PerceptError.invalid('DIR', `${folder} does not exist.`);
  const link = join(folder, 'node_modules', '@percept', 'sdk');
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found && !found.isSymbolicLink()) throw PerceptError.invalid('DIR', `${link} is already installed. Nothing to link.`);
  rmSync(link, { force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(SDK_FOLDER, link, 'junction');
  process.stdout.write(`Linked ${link} to ${SDK_FOLDER}\n`);
}

/** Whether a module in the folder can import `@percept/sdk`. */
export function hasSdk(folder: string): boolean {
  try {
    createRequire(join(resolve(folder), 'package.json')).resolve('@percept/sdk');
    return true;
  } catch {
    return false;
  }
}
