import { readStorageRules, type Config, type Log, type Store } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Role } from '../config/roles';
import { getInstallation, markInstallation } from './installation.repository';

interface Joining {
  store: Store;
  config: Config;
  roles: readonly Role[];
  log: Log;
}

/**
 * Makes sure that the service can fetch what this process writes. With PostgreSQL its processes run on several machines, and share
 * the data folder or PERCEPT_STORAGE_URL. The first process that answers requests marks it with the installation's id.
 * @throws Error with a sentence if a process that executes runs has another folder, or cannot use the storage.
 */
export async function joinInstallation({ store, config, roles, log }: Joining): Promise<void> {
  // SQLite's file lies in the folder itself.
  if (!config.PERCEPT_DATABASE_URL) return;
  const { id } = await getInstallation(store.reader);
  if (config.PERCEPT_STORAGE_URL) return joinStorage(id, config, roles);
  const file = resolve(config.PERCEPT_DATA_DIR, 'installation.id');
  if (readMark(file) === id) return;
  if (roles.includes('api') && (await markFirst(store, id, file))) return;
  const problem =
    `The data folder ${resolve(config.PERCEPT_DATA_DIR)} is not the one of the service on this database: ` +
    `${file} does not hold '${id}'. Results that are written here could not be fetched from the service.`;
  const cure =
    "Mount the service's data folder and name it in PERCEPT_DATA_DIR. Start the service before its first worker. " +
    `If that folder is lost, let this one take its place: echo ${id} > '${file}'`;
  if (roles.includes('worker')) throw new Error(`${problem} ${cure}`);
  log.warn({ file, id }, `${problem} ${cure}`);
}

/**
 * All processes share one object. It proves that a process can read and write the storage, and that the storage belongs to this
 * installation. Only processes that answer requests write it: a worker with a mistyped prefix would write results that nobody
 * finds.
 */
async function joinStorage(id: string, config: Config, roles: readonly Role[]): Promise<void> {
  const { PERCEPT_STORAGE_URL: url } = config;
  const objects = readStorageRules(config);
  const mark = objects.ownObject('installation.id')!;
  const { storage } = objects;
  try {
    const known = await storage.readBytes(mark, { maxBytes: 100 }).catch((error: unknown) => {
      if (!(error instanceof PerceptError) || error.code !== 'NOT_FOUND') throw error;
    });
    const owner = known && Buffer.from(known).toString().trim();
    if (owner === id) return;
    if (owner !== undefined) {
      throw new Error(`PERCEPT_STORAGE_URL ${url} belongs to another installation (${owner}). Give each its own prefix.`);
    }
    if (!roles.includes('api')) {
      throw new Error(
        `PERCEPT_STORAGE_URL ${url} is not the storage of the service on this database: it holds no installation.id. ` +
          'Correct PERCEPT_STORAGE_URL. Start the service before its first worker.',
      );
    }
    await storage.write(mark, [Buffer.from(`${id}\n`)]);
  } finally {
    await storage.close();
  }
}

/** Marks the folder unless one is marked already. @returns whether this process was the first. */
function markFirst(store: Store, id: string, file: string): Promise<boolean> {
  return store.transaction(async ({ manager }) => {
    if (!(await markInstallation(manager, Date.now()))) return false;
    writeFileSync(file, `${id}\n`);
    return true;
  });
}

function readMark(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
