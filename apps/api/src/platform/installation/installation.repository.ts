import { type EntityManager, IsNull } from 'typeorm';
import { InstallationEntity, THE_ONLY } from './installation.entity';

export function getInstallation(manager: EntityManager): Promise<InstallationEntity> {
  return manager.findOneByOrFail(InstallationEntity, { row: THE_ONLY });
}

/** Records that a data folder carries the installation's id. @returns false if another process was first. */
export async function markInstallation(manager: EntityManager, now: number): Promise<boolean> {
  const unmarked = { row: THE_ONLY, marked_at: IsNull() };
  return (await manager.update(InstallationEntity, unmarked, { marked_at: now })).affected === 1;
}

/** Writes a row, to test whether the database can be written. */
export async function writeProbe(manager: EntityManager, now: number): Promise<void> {
  await manager.update(InstallationEntity, { row: THE_ONLY }, { written_at: now });
}

/** Throws if the database cannot be read. */
export async function probeDatabase(manager: EntityManager): Promise<void> {
  await manager.query('SELECT 1');
}
