import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { version } = JSON.parse(readFileSync(join(packageAbove(__dirname), 'package.json'), 'utf8')) as { version: string };

/** What Percept calls itself to other servers. Some, such as Wikimedia's, answer only to those that name a contact. */
export const USER_AGENT = `Percept/${version} (+https://github.com/percept/percept)`;

function packageAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageAbove(dirname(folder));
}
