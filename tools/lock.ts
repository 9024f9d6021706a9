/** Rewrites package-lock.json into a form that every npm version respects: `npm run lock`. docs/decisions/sqlite.md explains why. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';

/** The oldest Node of `engines`, on which the tests run. */
const FLOOR = '20.19.0';

interface Locked {
  hasInstallScript?: boolean;
  gypfile?: boolean;
  optional?: boolean;
  engines?: { node?: string };
}

/** npm 10 does not know `allowScripts` of package.json, so the lock file must not have what that forbids. */
export function settledLock(root: string): string {
  const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
  const lock = read<{ packages: Record<string, Locked> }>('package-lock.json');
  const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.replace(/^.*node_modules\//, '');
    if (allowScripts[name] === false) {
      delete entry.hasInstallScript;
      entry.gypfile = false;
    }
    // npm would warn about packages that require a newer Node than they need.
    if (!entry.optional && !satisfies(FLOOR, entry.engines?.node ?? '*')) delete entry.engines;
    // The others get version 13.
    if (name === 'better-sqlite3') entry.engines = { node: '20.x' };
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

// npm runs scripts in the root of the package.
if (require.main === module) writeFileSync('package-lock.json', settledLock('.'));
