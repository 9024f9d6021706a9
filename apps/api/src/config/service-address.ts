import type { Config } from '@percept/core';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Place = Pick<Config, 'PERCEPT_DATA_DIR' | 'PERCEPT_HOST' | 'PORT'>;

const fileOf = ({ PERCEPT_DATA_DIR }: Place): string => join(PERCEPT_DATA_DIR, 'service.url');

/** Tells commands on this data folder where its service listens: the port may come from the command line, or be any free one. */
export function writeServiceAddress(config: Place, address: string): void {
  writeFileSync(fileOf(config), `${address}\n`);
}

/** Where the service of this data folder listens, or did last; before its first start, where it would. */
export function readServiceAddress(config: Place): string {
  try {
    return readFileSync(fileOf(config), 'utf8').trim();
  } catch {
    return `http://${config.PERCEPT_HOST}:${config.PORT}`;
  }
}
