import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { version } = JSON.parse(readFileSync(join(packageAbove(__dirname), 'package.json'), 'utf8')) as { version: string };

/** The name that Percept gives other servers. Some, such as Wikimedia's, answer only if it includes a contact. */
export const USER_AGENT = `Percept/${version} (+https://github.com/percept/percept)`;

function packageAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageAbove(dirname(folder));
}
