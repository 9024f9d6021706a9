import type { Config } from '@percept/core';
import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The types of network file systems: NFS, SMB 1 to 3, AFS, Ceph, GlusterFS and others over FUSE. */
const NETWORKS = [0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x00c36400, 0x65735546];

/**
 * Checks that a worker can join its service: with SQLite, both must run on one machine.
 * @throws Error if the folder has no database, or is on a network file system.
 */
export function checkWorkerPlace({ PERCEPT_DATABASE_URL, PERCEPT_DATA_DIR }: Config): void {
  if (PERCEPT_DATABASE_URL) return;
  const folder = resolve(PERCEPT_DATA_DIR);
  const cure = "On another machine than the service's, give both PERCEPT_DATABASE_URL=postgres://….";
  if (!existsSync(join(folder, 'percept.sqlite'))) {
    throw new Error(`There is no database in ${folder} for a worker to join. Name the service's PERCEPT_DATA_DIR. ${cure}`);
  }
  if (!NETWORKS.includes(statfsSync(folder).type)) return;
  throw new Error(`The folder ${folder} is on a network: SQLite would damage the database when two machines write it. ${cure}`);
}
