import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const YOUNG_MS = 60_000;

/**
 * Says to the other processes on the same files that a holder lives: an exclusive lock on a file of its own, which the
 * system drops at the moment when the process dies. So the jobs of a killed process need not wait for their lease to end.
 */
export class Presence {
  private readonly lock: Database.Database;

  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.lock = lock(file);
  }

  end(): void {
    this.lock.close();
    rmSync(this.file, { force: true });
  }
}

/** Whether the process that had that presence is gone: its file is not there any more, or nobody locks it. */
export function isGone(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    lock(file).close();
  } catch {
    return false;
  }
  rmSync(file, { force: true });
  return true;
}

/** Removes what killed processes left behind. Young files are let be: their lock may just be coming. */
export function sweepPresences(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (age > YOUNG_MS) isGone(file);
  }
}

function lock(file: string): Database.Database {
  const database = new Database(file, { timeout: 0 });
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
