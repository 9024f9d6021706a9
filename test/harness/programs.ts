import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { ROOT } from './percept';

const TOOLS = join(ROOT, '.ci', 'tools');

/** Jest's `test`, skipped with one line of reason where this machine lacks the program. */
export function testWith(program: string): typeof test {
  if (isOnPath(program)) return test;
  process.stderr.write(`Skipped tests: ${program} is not on this machine.\n`);
  return test.skip;
}

/** Whether this machine has the program. */
export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A file of a package that a few tests need, and that not every clone has; undefined if it is not installed. */
export function toolPath(path: string): string | undefined {
  const file = join(TOOLS, 'node_modules', path);
  return existsSync(file) ? file : undefined;
}

export const requireTool = (path: string): unknown => createRequire(join(TOOLS, 'package.json'))(path);

/** Why the tests that need the package are skipped. */
export const withoutTool = (name: string): string => `${name} is not installed: npm ci --prefix .ci/tools`;
