import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of what is compiled, such as the scripts of threads: `dist`, or in a bundled service `dist/bundle`. */
const COMPILED = join(__dirname, '..', '..', '..', '..');

/** The path of a compiled file, by its path in the sources without `.ts`. */
export const compiledFile = (path: string): string => join(COMPILED, `${path}.js`);

/** The folder of the package: where models, pipelines and package.json lie, in a clone as in an installed package. */
export const PACKAGE_ROOT = packageAbove(COMPILED);

export const VERSION = (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }).version;

function packageAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageAbove(dirname(folder));
}
