import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of compiled files, such as the threads' scripts: `dist`, or `dist/bundle` in a bundled service. */
const COMPILED = join(__dirname, '..', '..', '..', '..', '..');

/** The path of a compiled file, by its path in the sources without `.ts`. */
export const compiledFile = (path: string): string => join(COMPILED, `${path}.js`);

/** The package's folder, with models, pipelines and package.json, both in a clone and in an installed package. */
export const PACKAGE_ROOT = packageAbove(COMPILED);

export const VERSION = (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }).version;

function packageAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageAbove(dirname(folder));
}
