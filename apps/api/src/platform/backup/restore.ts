import { KeyFile, type Config, SecretBox, SqliteFile } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { extract } from 'tar';
import { createFolders } from '../config/folders';
import {
  DATABASE,
  isKept,
  MANIFEST,
  manifestFile,
  readBackupManifest,
  RESTORING,
  savedFolder,
  type BackupManifest,
} from './archive';
import { DUMP, restorePostgres } from './postgres';

interface RestoreReport extends BackupManifest {
  folder: string;
  /** The place of the earlier data; absent if there was none. */
  saved?: string;
}

interface RestoreOptions {
  /** Moves existing data aside. */
  force?: boolean;
  /** The file that `backup --key-apart` wrote. */
  keyFile?: string;
}

/**
 * Restores a backup into the data folder, and a PostgreSQL database into an empty one. The folder's contents are moved aside, not
 * deleted, and stay in place if the backup is damaged.
 * @throws PerceptError INVALID_REQUEST if the file is not a backup, there is data and `force` is absent, a service uses the folder,
 * or the database is of another kind or not empty.
 * @throws Error if PostgreSQL refuses.
 */
export async function restore(
  config: Config,
  archive: string,
  { force = false, keyFile }: RestoreOptions = {},
): Promise<RestoreReport> {
  const [folder, file] = [resolve(config.PERCEPT_DATA_DIR), resolve(archive)];
  if (!existsSync(file)) throw PerceptError.invalid('FILE', `there is no file ${file}.`);
  checkFolder(folder, force);
  createFolders(config);
  const work = join(folder, RESTORING);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  try {
    await unpack(file, work);
    const manifest = readBackupManifest(work, file);
    checkNames(work, file);
    checkKind(manifest, config);
    checkDatabase(manifest, work, file);
    addKey(manifest, { work, archive: file, keyFile, setting: config.PERCEPT_WEBHOOK_KEY });
    rmSync(manifestFile(work));
    if (manifest.database === 'postgresql') {
      await restorePostgres(config.PERCEPT_DATABASE_URL, join(work, DUMP));
      rmSync(join(work, DUMP));
    }
    const saved = moveAside(folder);
    for (const name of readdirSync(work)) renameSync(join(work, name), join(folder, name));
    return { folder, ...manifest, saved };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function checkFolder(folder: string, force: boolean): void {
  const database = join(folder, DATABASE);
  if (!existsSync(database)) return;
  if (new SqliteFile(database).isInUse())
    throw PerceptError.invalid('PERCEPT_DATA_DIR', `a service or a command uses ${database}. Stop it, and restore again.`);
  if (!force)
    throw PerceptError.invalid(
      'PERCEPT_DATA_DIR',
      `${folder} has data. Give --force to move that data into a folder beside the restored data.`,
    );
}

/** Files and folders only: a link could lead out of the folder. */
async function unpack(file: string, folder: string): Promise<void> {
  const filter = (_path: string, entry: object): boolean =>
    !('type' in entry) || ['File', 'Directory'].includes(String(entry.type));
  try {
    await extract({ file, cwd: folder, filter, strict: true });
  } catch (error) {
    throw PerceptError.invalid(
      'FILE',
      `${file} cannot be unpacked (${(error as Error).message}): it is not a backup, or is damaged.`,
    );
  }
}

/**
 * Refuses names that no backup contains: they would get in the way of the folder's own.
 * @throws PerceptError INVALID_REQUEST before anything is moved.
 */
function checkNames(folder: string, archive: string): void {
  const unknown = readdirSync(folder).filter((name) => !isKept(name) && ![DATABASE, MANIFEST, DUMP].includes(name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `'${name.slice(0, 100)}'`).join(', ');
  throw PerceptError.invalid('FILE', `${archive} has ${names}, which no backup has. Nothing was changed.`);
}

function checkKind({ database }: BackupManifest, { PERCEPT_DATABASE_URL: url }: Config): void {
  if (database === 'postgresql' && !url)
    throw PerceptError.invalid('PERCEPT_DATABASE_URL', 'the backup has a database of PostgreSQL: name an empty one.');
  if (database === 'sqlite' && url)
    throw PerceptError.invalid(
      'PERCEPT_DATABASE_URL',
      'the backup has a database of SQLite, which does not move into PostgreSQL. Leave the setting out.',
    );
}

function checkDatabase({ database }: BackupManifest, folder: string, archive: string): void {
  if (database !== 'sqlite') return;
  const damage = existsSync(join(folder, DATABASE)) ? new SqliteFile(join(folder, DATABASE)).damage() : ['it is missing'];
  if (damage.length > 0)
    throw PerceptError.invalid(
      'FILE',
      `the database in ${archive} is damaged: ${damage.slice(0, 3).join('; ')}. Nothing was changed.`,
    );
}

/** @throws PerceptError INVALID_REQUEST if the backup lacks its key and none is given: the service would make a new one. */
function addKey(
  { key_apart: isApart }: BackupManifest,
  { work, archive, keyFile, setting }: { work: string; archive: string; keyFile?: string; setting: string },
): void {
  const wrong = (reason: string): PerceptError => PerceptError.invalid('--key-file', `${reason} Nothing was changed.`);
  if (!isApart && keyFile !== undefined) throw wrong(`${archive} has its key in it. Leave --key-file out.`);
  if (!isApart || (keyFile === undefined && setting)) return;
  if (keyFile === undefined)
    throw wrong(`the key of ${archive} is in another file. Give the one that 'backup --key-apart' wrote.`);
  if (!existsSync(keyFile)) throw wrong(`there is no file ${resolve(keyFile)}.`);
  const own = join(work, KeyFile.NAME);
  copyFileSync(keyFile, own);
  chmodSync(own, 0o600);
  try {
    SecretBox.openFile(own);
  } catch {
    throw wrong(`${resolve(keyFile)} is not a key of Percept. Give the file that 'backup --key-apart' wrote.`);
  }
}

/** Moves into a subfolder of the data folder, which may be its own mount. The cache stays. */
function moveAside(folder: string): string | undefined {
  const names = readdirSync(folder).filter((name) => !/^(cache|before-restore-.*)$/.test(name) && name !== RESTORING);
  if (names.length === 0) return undefined;
  const saved = join(folder, savedFolder());
  mkdirSync(saved, { mode: 0o700 });
  for (const name of names) renameSync(join(folder, name), join(saved, name));
  return saved;
}
