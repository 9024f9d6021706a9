import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** The name for a folder of the users'. @throws Error if it cannot be one, or is taken. */
export function checkFree(name: string, ownModelsDir: string, replace = false): string {
  if (!NAME.test(name))
    throw new Error(
      `'${name.slice(0, 100)}' cannot be the name of a model: give one of small letters, digits, dots, dashes and underscores with --name.`,
    );
  if (existsSync(join(ownModelsDir, name)) && !replace)
    throw new Error(`A model '${name}' is there already. Give another name with --name, or replace it with --replace.`);
  return name;
}
