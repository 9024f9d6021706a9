import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package: where models, pipelines and package.json lie, in a clone as in an installed package. */
export const PACKAGE_ROOT = join(__dirname, '..', '..', '..', '..', '..');

export const VERSION = (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }).version;
