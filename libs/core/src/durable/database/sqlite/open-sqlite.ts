import { existsSync } from 'node:fs';
import { resolve, join } from 'node:path';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import { migrate } from '../migrate';
import type { StoreOptions } from '../store-options';
import { silentLogger } from '../silent-logger';
import { Store, type Transaction } from '../store';
import { Checkpoints, COMMIT_COPIES_PAGES } from './checkpoints';
import { GroupCommit } from './group-commit';
import { beginImmediately } from './immediate-runner';
import { sqliteDriver } from './sqlite';
import type { Share } from '../../../kernel';
import { LockFile } from './lock-files';
import type { ProcessLiveness } from '../process-liveness';

/** How long a statement may block the thread for a lock: long while opening, when nothing else runs, and short afterwards. */
const OPENING_WAIT_MS = 5_000;
const BLOCKING_WAIT_MS = 50;

/** @throws Error with a sentence for the user if the file cannot be written, is not a database, or was made by another version. */
export async function openSqlite({
  file,
  entities,
  migrations,
  lockTimeoutMs = 10_000,
  mustExist,
}: StoreOptions): Promise<Store> {
  if (mustExist && !existsSync(file)) throw new Error(`There is no database ${resolve(file)}. ${mustExist}`);
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
    const checkpoints = new Checkpoints(file);
    const committer = new GroupCommit(runner, lockTimeoutMs, (ms) => checkpoints.committed(ms));
    return new SqliteStore(file, { writer, readSource }, committer, checkpoints);
  } catch (error) {
    if (writer.isInitialized) await writer.destroy();
    throw explain(file, error);
  }
}

/**
 * NORMAL with WAL: a power cut may lose the last commits but leaves the database consistent; a killed process loses nothing. With
 * SQLite's default cache of 2 MB, every transaction would read a backlog of some thousand jobs from the file again. A larger cache
 * costs time too: a commit that has split an index page walks through the whole cache. Commits leave copying the log to
 * `Checkpoints`.
 */
function tune(database: { pragma(text: string): unknown }): void {
  database.pragma('synchronous = NORMAL');
  database.pragma('cache_size = -8192');
  database.pragma('temp_store = MEMORY');
  // Overwrites deleted data in pages that are written anyway.
  database.pragma('secure_delete = FAST');
  database.pragma(`wal_autocheckpoint = ${COMMIT_COPIES_PAGES}`);
}

const REASONS: [RegExp, string][] = [
  [/NOTADB/, 'is not a SQLite database. Move it away, or name another data folder.'],
  [/CORRUPT/, 'is damaged. Restore a backup, or name another data folder.'],
  [/FULL|ENOSPC/, 'cannot grow: the disk is full. Free some space, or name another data folder.'],
  [/BUSY|LOCKED/, 'is locked by another process. End that process, or try again.'],
  [
    /CANTOPEN|READONLY|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR/,
    'cannot be written. Give this user write permission, or name another data folder.',
  ],
];

function explain(file: string, error: unknown): Error {
  const code = (error as { code?: string }).code ?? '';
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1];
  if (!reason) return error instanceof Error ? error : new Error(String(error));
  return new Error(`The database ${file} ${reason} (${code})`, { cause: error });
}

/** One connection writes, one transaction after the other. A second connection only reads committed data. */
class SqliteStore extends Store {
  readonly reader: EntityManager;
  override readonly sharedFolder: string;
  private closing = false;

  constructor(
    private readonly file: string,
    private readonly sources: { writer: DataSource; readSource: DataSource },
    private readonly committer: GroupCommit,
    private readonly checkpoints: Checkpoints,
  ) {
    super();
    this.reader = sources.readSource.manager;
    this.sharedFolder = `${file}-wake`;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, share?: Share): Promise<T> {
    if (this.closing) throw new Error('The database is closed.');
    const callbacks: (() => void)[] = [];
    const manager = this.sources.writer.createEntityManager(this.committer.runner);
    // Transactions run in sequence.
    const lock = (): Promise<void> => Promise.resolve();
    const tx: Transaction = { manager, lock, afterCommit: (callback) => void callbacks.push(callback) };
    const result = await this.committer.run(() => work(tx), share);
    for (const callback of callbacks) callback();
    return result;
  }

  liveness(id: string): ProcessLiveness {
    return new LockFile(join(`${this.file}-holders`, id));
  }

  scrub(): Promise<void> {
    return this.checkpoints.empty();
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    await this.committer.idle();
    await this.checkpoints.close();
    await this.sources.readSource.destroy();
    await this.sources.writer.destroy();
  }
}
