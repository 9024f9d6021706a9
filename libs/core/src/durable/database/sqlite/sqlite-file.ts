import { existsSync } from 'node:fs';
import { openSqliteFile } from './sqlite';

/** A database on disk, which other processes may have open. */
export class SqliteFile {
  constructor(private readonly path: string) {}

  /**
   * Copies it as it is at one moment, while others may write it; they do not wait.
   * @throws Error if it cannot be read, or the copy is there already.
   */
  copyTo(copy: string): void {
    const database = openSqliteFile(this.path, { readonly: true, fileMustExist: true });
    try {
      database.prepare('VACUUM INTO ?').run(copy);
    } finally {
      database.close();
    }
  }

  /** Reads all of it. @returns what is damaged, a sentence each; empty if nothing is. */
  damage(): string[] {
    const database = openSqliteFile(this.path, { readonly: true, fileMustExist: true });
    try {
      const found = database.pragma('integrity_check') as { integrity_check: string }[];
      return found.map(({ integrity_check: text }) => text).filter((text) => text !== 'ok');
    } catch (error) {
      return [(error as Error).message];
    } finally {
      database.close();
    }
  }

  /** Whether another process has it open. */
  isInUse(): boolean {
    if (!existsSync(this.path)) return false;
    const database = openSqliteFile(this.path, { timeout: 0 });
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
}
