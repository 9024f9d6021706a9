import { PerceptError } from '@percept/core';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { PACKAGE_ROOT, VERSION } from '../version';

const TEMPLATE = join(PACKAGE_ROOT, 'apps', 'api', 'plugin-template');
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

export interface NewPluginOptions {
  dir?: string;
  /** Where npm gets Percept from. */
  percept?: string;
}

/** Writes a plugin that builds, passes its test and loads as it is. */
export function writePlugin(name: string, { dir, percept = perceptSpec() }: NewPluginOptions): void {
  if (!NAME.test(name))
    throw PerceptError.invalid('NAME', `'${name}' must be small letters, digits and dashes, and begin with a letter.`);
  const folder = resolve(dir ?? `percept-plugin-${name}`);
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw PerceptError.invalid('--dir', `${folder} is not empty. Name another folder.`);
  cpSync(TEMPLATE, folder, { recursive: true });
  // npm leaves a file named .gitignore out of every package.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const values: Record<string, string> = { NAME: name, PERCEPT_SPEC: percept, PERCEPT_RANGE: `^${VERSION}` };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((each) => join(folder, each))) {
    if (statSync(file).isFile())
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(/\b(NAME|PERCEPT_SPEC|PERCEPT_RANGE)\b/g, (key) => values[key]!),
      );
  }
  tell(folder);
}

/** A clone is used as it lies there, with its types made now; an installed package by its version. */
function perceptSpec(): string {
  if (!existsSync(join(PACKAGE_ROOT, 'tsconfig.types.json'))) return `npm:percept@^${VERSION}`;
  if (!existsSync(join(PACKAGE_ROOT, 'types'))) execFileSync('npm', ['run', '--silent', 'types'], { cwd: PACKAGE_ROOT });
  return `file:${PACKAGE_ROOT}`;
}

function tell(folder: string): void {
  const short = relative(process.cwd(), folder) || '.';
  process.stdout.write(`Wrote ${folder}

Next:
  cd ${short}
  npm install
  npm test                  builds it and runs its capability
  percept plugin dev .      serves it, and again after each change
`);
}
