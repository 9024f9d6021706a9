import type { Database } from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessLiveness } from '../process-liveness';
import { openSqliteFile } from './sqlite';

const YOUNG_MS = 60_000;

/**
 * An exclusive lock on its own file, which the system drops the moment the process dies. This is reliable, because all processes on
 * one SQLite file share a machine.
 */
export class LockFile implements ProcessLiveness {
  private held: Database | undefined;

  constructor(private readonly file: string) {}

  async announce(): Promise<void> {
    if (this.held) return;
    mkdirSync(dirname(this.file), { recursive: true });
    sweep(dirname(this.file));
    this.held = lock(this.file);
  }

  async withdraw(): Promise<void> {
    if (!this.held) return;
    this.held.close();
    this.held = undefined;
    rmSync(this.file, { force: true });
  }

  async findDead(ids: readonly string[]): Promise<string[]> {
    return ids.filter((id) => isGone(join(dirname(this.file), id)));
  }
}

/** Whether the process with that file is gone: the file is missing, or nobody locks it. */
function isGone(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    lock(file).close();
  } catch {
    return false;
  }
  rmSync(file, { force: true });
  return true;
}

/** Removes the files of killed processes. Recent files stay: their lock may not be taken yet. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (age > YOUNG_MS) isGone(file);
  }
}

function lock(file: string): Database {
  const database = openSqliteFile(file, { timeout: 0 });
  try {
    // Nothing is ever written; with a journal in memory there is one file only.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
