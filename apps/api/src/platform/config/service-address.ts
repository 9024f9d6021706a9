import type { Config } from '@percept/core';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Place = Pick<Config, 'PERCEPT_DATA_DIR' | 'PERCEPT_HOST' | 'PORT'>;
type Serving = Pick<NodeJS.Process, 'pid'> & { address: string };

const fileOf = ({ PERCEPT_DATA_DIR }: Pick<Place, 'PERCEPT_DATA_DIR'>): string => join(PERCEPT_DATA_DIR, 'service.url');

/**
 * Tells commands on this data folder the address of a process that serves it, until that process ends: the port may come from the
 * command line, or be any free one. If several processes serve it, the first is used.
 */
export function addServiceAddress(config: Pick<Place, 'PERCEPT_DATA_DIR'>, address: string, pid = process.pid): void {
  const others = readServing(config).filter((each) => each.pid !== pid && each.address !== address && isRunning(each.pid));
  writeServing(config, [...others, { address, pid }]);
}

/** The last address stays, so that an error can name where the service listened. */
export function removeServiceAddress(config: Pick<Place, 'PERCEPT_DATA_DIR'>, pid = process.pid): void {
  const left = readServing(config).filter((each) => each.pid !== pid);
  if (left.length > 0) writeServing(config, left);
}

/** The current or last address of a service of this data folder. Before the first start: the configured address. */
export function readServiceAddress(config: Place): string {
  const serving = readServing(config);
  const { address } = serving.find(({ pid }) => isRunning(pid)) ?? serving.at(-1) ?? {};
  return address ?? `http://${config.PERCEPT_HOST}:${config.PORT}`;
}

/** One line for each process: its address and its process id. */
function readServing(config: Pick<Place, 'PERCEPT_DATA_DIR'>): Serving[] {
  try {
    const lines = readFileSync(fileOf(config), 'utf8').trim().split('\n');
    return lines.map((line) => line.split(' ')).map(([address, pid]) => ({ address: address!, pid: Number(pid) }));
  } catch {
    return [];
  }
}

const writeServing = (config: Pick<Place, 'PERCEPT_DATA_DIR'>, serving: readonly Serving[]): void =>
  writeFileSync(fileOf(config), serving.map(({ address, pid }) => `${address} ${pid}\n`).join(''));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
