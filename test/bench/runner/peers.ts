import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../service';
import { Skipped } from './command';
import { installedIn } from './page';

const FOLDER = join(ROOT, '.ci', 'peers');

/** `name version` of packages that are not in every clone. @throws Skipped */
export function installedPeers(...names: string[]): string[] {
  const missing = names.find((name) => !existsSync(join(FOLDER, 'node_modules', name)));
  if (missing) throw new Skipped(`${missing} is not installed: npm ci --prefix .ci/peers`);
  return installedIn(FOLDER, names);
}

/** The package, which every clone does not have, and so neither do the compiler and its types. */
export function requirePeer(name: string): unknown {
  return createRequire(join(FOLDER, 'package.json'))(name);
}
