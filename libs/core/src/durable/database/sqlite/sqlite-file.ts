import { existsSync } from 'node:fs';
import { openSqliteFile } from './sqlite';

/** A database on disk, which other processes may have open. */
export class SqliteFile {
  constructor(private readonly path: string) {}

  /**
   * Copies the database as of one moment, without blocking writers.
   * @throws Error if it cannot be read, or the copy exists already.
   */
  copyTo(copy: string): void {
    const database = openSqliteFile(this.path, { readonly: true, fileMustExist: true });
    try {
      database.prepare('VACUUM INTO ?').run(copy);
    } finally {
      database.close();
    }
  }

  /** Checks the whole file. @returns a sentence for each damage; empty if there is none. */
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
      // In this mode the first access locks the whole file, which fails while another process has it open.
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
