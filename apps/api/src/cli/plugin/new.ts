import { PerceptError } from '@percept/core';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { PACKAGE_ROOT, VERSION } from '../../config/version';
import { SDK_FOLDER } from './link';

const TEMPLATE = join(PACKAGE_ROOT, 'apps', 'api', 'plugin-template');
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

export interface NewPluginOptions {
  dir?: string;
  /** The version or place that npm installs `@percept/sdk` from. */
  sdk?: string;
}

/** Writes a plugin that builds, passes its test and loads without a change. */
export function writePlugin(name: string, { dir, sdk }: NewPluginOptions): void {
  if (!NAME.test(name))
    throw PerceptError.invalid('NAME', `'${name}' must start with a letter and have only small letters, digits and dashes.`);
  const folder = resolve(dir ?? `percept-plugin-${name}`);
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw PerceptError.invalid('--dir', `${folder} is not empty. Choose another folder.`);
  cpSync(TEMPLATE, folder, { recursive: true });
  // npm excludes every file named .gitignore from packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const values: Record<string, string> = { NAME: name, SDK_SPEC: sdk ?? thisSdk(folder), PERCEPT_RANGE: `^${VERSION}` };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((each) => join(folder, each))) {
    if (statSync(file).isFile())
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(/\b(NAME|SDK_SPEC|PERCEPT_RANGE)\b/g, (key) => values[key]!),
      );
  }
  tell(folder);
}

/** npm links a folder instead of copying it, so the plugin uses this installation. A clone writes its types now. */
function thisSdk(folder: string): string {
  const isClone = existsSync(join(PACKAGE_ROOT, 'tsconfig.types.json'));
  if (isClone && !existsSync(join(PACKAGE_ROOT, 'types')))
    execFileSync('npm', ['run', '--silent', 'types'], { cwd: PACKAGE_ROOT });
  return `file:${relative(realpathSync(folder), realpathSync(SDK_FOLDER))}`;
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
