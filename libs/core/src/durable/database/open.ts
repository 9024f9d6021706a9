import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { GroupCommit } from './group-commit';
import { beginImmediately } from './sqlite/immediate-runner';
import { migrate } from './migrate';
import { NoDatabaseError } from './no-database';
import { openPostgres } from './postgres/open-postgres';
import { silentLogger } from './silent-logger';
import { SqliteStore } from './sqlite/sqlite-store';
import { sqliteDriver } from './sqlite/sqlite';
import type { Store } from './store';

/** What a part of the house keeps in the database; the composition root hands all of them to `openStore`. */
export interface Tables {
  // TypeORM names its entities and migrations by class.
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
}

export interface StoreOptions extends Tables {
  /** Path of the SQLite file; it and its folder are made where absent. */
  file: string;
  /** `postgres://user:password@host:port/database`: PostgreSQL instead of the file. */
  url?: string;
  /** How long a transaction waits for others. */
  lockTimeoutMs?: number;
  /** Refuses to make a database where there is none. */
  mustExist?: boolean;
}

/** How long one statement may block the thread for a lock: long while opening, when nothing else goes on, short afterwards. */
const OPENING_WAIT_MS = 5_000;
const BLOCKING_WAIT_MS = 50;

/**
 * Opens the database and brings it up to date.
 * @throws Error with a sentence where it cannot be written, is no database, or was made by a newer Percept.
 */
export function openStore({ url, ...options }: StoreOptions): Promise<Store> {
  return url ? openPostgres({ ...options, url }) : openSqlite(options);
}

async function openSqlite({ file, entities, migrations, lockTimeoutMs = 10_000, mustExist }: StoreOptions): Promise<Store> {
  if (mustExist && !existsSync(file)) throw new NoDatabaseError(`There is no database ${resolve(file)}.`);
  const shared = {
    type: 'better-sqlite3',
    driver: sqliteDriver(),
    database: file,
    entities,
    timeout: OPENING_WAIT_MS,
    logger: silentLogger,
    statementCacheSize: 1_000,
  } as const;
  const writer = new DataSource({ ...shared, migrations, enableWAL: true, prepareDatabase: tune } satisfies DataSourceOptions);
  const readSource = new DataSource({ ...shared, readonly: true });
  try {
    await writer.initialize();
    const runner = beginImmediately(writer, lockTimeoutMs);
    await migrate(writer, runner);
    await readSource.initialize();
    for (const source of [writer, readSource]) await source.query(`PRAGMA busy_timeout = ${BLOCKING_WAIT_MS}`);
    return new SqliteStore(file, writer, readSource, new GroupCommit(runner, lockTimeoutMs));
  } catch (error) {
    if (writer.isInitialized) await writer.destroy();
    throw explain(file, error);
  }
}

/**
 * NORMAL with WAL: a power cut may lose the last commits, never consistency; a killed process loses nothing. With SQLite's own
 * 2 MB of cache a backlog of some thousand jobs is read from the file again in every transaction; but where an index page was
 * split, a commit walks through all that is in the cache.
 */
function tune(database: { pragma(text: string): unknown }): void {
  database.pragma('synchronous = NORMAL');
  database.pragma('cache_size = -8192');
  database.pragma('temp_store = MEMORY');
}

const REASONS: [RegExp, string][] = [
  [/NOTADB/, 'is no SQLite database. Move it away, or name another data folder.'],
  [/CORRUPT/, 'is damaged. Put a backup in its place, or name another data folder.'],
  [/FULL|ENOSPC/, 'cannot grow: the disk is full. Free some space, or name another data folder.'],
  [/BUSY|LOCKED/, 'is held by another process for too long. End that process, or try again.'],
  [
    /CANTOPEN|READONLY|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR/,
    'cannot be written. Give this user the right to write it, or name another data folder.',
  ],
];

function explain(file: string, error: unknown): Error {
  const code = (error as { code?: string }).code ?? '';
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1];
  if (!reason) return error instanceof Error ? error : new Error(String(error));
  return new Error(`The database ${file} ${reason} (${code})`, { cause: error });
}
