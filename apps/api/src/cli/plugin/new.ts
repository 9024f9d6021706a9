import { PerceptError } from '@percept/sdk';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { PACKAGE_ROOT, VERSION } from '../../platform/config/version';
import { CommandError } from '../output/command-error';
import { SDK_FOLDER } from './link';

const TEMPLATE = join(PACKAGE_ROOT, 'apps', 'api', 'plugin-template');
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The kinds of parts that a new plugin can contain. */
export const PLUGIN_KINDS = ['capability', 'source', 'output', 'operation', 'trigger', 'door', 'decoder', 'task'] as const;

interface NewPluginOptions {
  kind?: (typeof PLUGIN_KINDS)[number];
  dir?: string;
  /** The version or path from which npm installs `@percept/sdk`. */
  sdk?: string;
  /** Installs the plugin's dependencies, builds it and runs its test. */
  install?: boolean;
}

/** Writes a plugin that builds, passes its test and loads without a change. */
export function writePlugin(name: string, { kind = 'capability', dir, sdk, install = false }: NewPluginOptions): void {
  if (!NAME.test(name))
    throw PerceptError.invalid('NAME', `'${name}' must start with a letter and have only small letters, digits and dashes.`);
  const folder = resolve(dir ?? `percept-plugin-${name}`);
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw PerceptError.invalid('--dir', `${folder} is not empty. Choose another folder.`);
  cpSync(TEMPLATE, folder, { recursive: true });
  if (kind !== 'capability') cpSync(join(TEMPLATE, 'kinds', kind), join(folder, 'src'), { recursive: true });
  rmSync(join(folder, 'kinds'), { recursive: true });
  // npm excludes every file named .gitignore from packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
  for (const file of files.sort()) process.stderr.write(`Writing ${join(folder, file)}\n`);
  const values: Record<string, string> = { NAME: name, SDK_SPEC: sdk ?? thisSdk(folder), PERCEPT_RANGE: `^${VERSION}` };
  for (const file of files.map((each) => join(folder, each)))
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/\b(NAME|SDK_SPEC|PERCEPT_RANGE)\b/g, (key) => values[key]!),
    );
  if (install) installAndTest(folder);
  tell(folder, install);
}

/** npm links a folder instead of copying it, so the plugin uses this installation. In a clone this first writes the types. */
function thisSdk(folder: string): string {
  const isClone = existsSync(join(PACKAGE_ROOT, 'tsconfig.types.json'));
  if (isClone && !existsSync(join(PACKAGE_ROOT, 'types'))) {
    process.stderr.write('Writing the types of @percept/sdk, once for this clone: about half a minute …\n');
    execFileSync('npm', ['run', '--silent', 'types'], { cwd: PACKAGE_ROOT });
  }
  return `file:${relative(realpathSync(folder), realpathSync(SDK_FOLDER))}`;
}

/** npm prints its own progress. @throws CommandError if one of its commands fails. */
function installAndTest(folder: string): void {
  for (const args of [['install', '--no-audit', '--no-fund'], ['test']]) {
    process.stderr.write(`Running npm ${args[0]} in ${folder} …\n`);
    try {
      // The answer of this command alone goes to standard output.
      execFileSync('npm', args, { cwd: folder, stdio: ['ignore', process.stderr.fd, process.stderr.fd] });
    } catch (error) {
      const cure = `The plugin is written. Fix that, then: cd ${folder} && npm install && npm test`;
      throw new CommandError(`npm ${args[0]} failed in ${folder}; what it said is above. ${cure}`, 1, { cause: error });
    }
  }
}

function tell(folder: string, installed: boolean): void {
  const short = relative(process.cwd(), folder) || '.';
  const steps = [
    `cd ${short.startsWith('..') ? folder : short}`,
    ...(installed ? [] : ['npm install', 'npm test                  builds it and runs its capability']),
    'percept plugin dev .      serves it, and again after each change',
  ];
  process.stdout.write(`Wrote ${folder}\n\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`);
}
