import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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
