import { existsSync } from 'node:fs';
import { openSqliteFile } from './sqlite';

/**
 * Copies a database as it is at one moment, while others may write it; they do not wait.
 * @throws Error if it cannot be read, or the copy is there already.
 */
export function snapshotSqlite(file: string, copy: string): void {
  const database = openSqliteFile(file, { readonly: true, fileMustExist: true });
  try {
    database.prepare('VACUUM INTO ?').run(copy);
  } finally {
    database.close();
  }
}

/** Reads all of a database. @returns what is damaged, a sentence each; empty if nothing is. */
export function damageOfSqlite(file: string): string[] {
  const database = openSqliteFile(file, { readonly: true, fileMustExist: true });
  try {
    const found = database.pragma('integrity_check') as { integrity_check: string }[];
    return found.map(({ integrity_check: text }) => text).filter((text) => text !== 'ok');
  } catch (error) {
    return [(error as Error).message];
  } finally {
    database.close();
  }
}

/** Whether another process has the database open. */
export function isSqliteInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = openSqliteFile(file, { timeout: 0 });
  try {
    // In this mode the first access takes the whole file, which nobody gets while others have it open.
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    database.close();
  }
}
