import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..').replace(/\/dist$/, '');
const LAB = join(ROOT, 'lab');

/** Whether the laboratory's own packages are here: Percept is installed without them. */
export const hasPeer = (name: string): boolean => existsSync(join(LAB, 'node_modules', name));

export const withoutPeer = (name: string): string => `${name} is not installed: npm ci --prefix lab`;

/** A package of the laboratory. Its types are not in every clone, so the caller names them. */
export const requirePeer = (name: string): unknown => createRequire(join(LAB, 'package.json'))(name);

/** `name version` of packages, as the laboratory or Percept has them. */
export function installed(...names: string[]): string[] {
  return names.map((name) => {
    const folder = join(hasPeer(name) ? LAB : ROOT, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return `${name} ${version}`;
  });
}
