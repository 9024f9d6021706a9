import { KeyFile, SqliteFile, type Config } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { VERSION } from '../config/version';
import { BACKING_UP, DATABASE, isKept, manifestFile, makeBackupManifest, type BackupManifest } from './archive';
import { DUMP, dumpPostgres } from './postgres';

interface BackupReport extends BackupManifest {
  file: string;
  bytes: number;
  /** The contents: the database, and names in the data folder. */
  contents: string[];
}

export interface BackupOptions {
  /** Replaces an existing file. */
  force?: boolean;
  /** Backs up the data folder alone: something else copies the database. */
  withoutDatabase?: boolean;
  /** The file that the key of the secrets goes to instead of the archive. */
  keyApart?: string;
}

const OWNER_ONLY = 0o600;

/**
 * Writes database, keys, results, models and media of the data folder into an archive that only this user reads. The service may
 * run meanwhile.
 * @throws PerceptError INVALID_REQUEST that says what to do.
 * @throws Error if the database is damaged, or PostgreSQL refuses.
 */
export async function backUp(config: Config, archive: string, options: BackupOptions = {}): Promise<BackupReport> {
  const [folder, file] = [resolve(config.PERCEPT_DATA_DIR), resolve(archive)];
  const { force, keyApart } = options;
  const keyFile = keyApart === undefined ? undefined : resolve(keyApart);
  check(config, { folder, file }, options);
  if (keyFile !== undefined) checkKeyFile(keyFile, { folder, file, force });
  const apart = keyFile === undefined ? [] : [resolve(folder, KeyFile.NAME), keyFile];
  const names = readdirSync(folder).filter((name) => isKept(name) && ![file, ...apart].includes(resolve(folder, name)));
  const [work, partial] = [mkdtempSync(join(folder, BACKING_UP)), `${file}.${process.pid}.part`];
  try {
    const manifest = makeBackupManifest(VERSION, {
      database: databaseOf(config, options),
      key_apart: keyFile === undefined ? undefined : true,
    });
    if (manifest.database === 'sqlite') copyDatabase(folder, work);
    if (manifest.database === 'postgresql') await dumpPostgres(config.PERCEPT_DATABASE_URL, join(work, DUMP));
    const databases = readdirSync(work);
    writeFileSync(manifestFile(work), JSON.stringify(manifest));
    const made = readdirSync(work).map((name) => join(basename(work), name));
    await pack(partial, folder, [...made, ...names]);
    if (keyFile !== undefined) copyKey(join(folder, KeyFile.NAME), keyFile);
    renameSync(partial, file);
    return { file, bytes: statSync(file).size, ...manifest, contents: [...databases, ...names] };
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(partial, { force: true });
  }
}

function databaseOf({ PERCEPT_DATABASE_URL: url }: Config, { withoutDatabase }: BackupOptions): BackupManifest['database'] {
  if (withoutDatabase) return 'none';
  return url ? 'postgresql' : 'sqlite';
}

function check(config: Config, { folder, file }: { folder: string; file: string }, options: BackupOptions): void {
  if (databaseOf(config, options) === 'sqlite' && !existsSync(join(folder, DATABASE)))
    throw PerceptError.invalid(
      'PERCEPT_DATA_DIR',
      `there is no database ${join(folder, DATABASE)}. Run this in the folder in which the service was started.`,
    );
  if (existsSync(file) && !options.force)
    throw PerceptError.invalid('FILE', `${file} is there already: give --force to replace it.`);
  if (!existsSync(dirname(file))) throw PerceptError.invalid('FILE', noFolder(file));
}

const noFolder = (file: string): string => `there is no folder ${dirname(file)}: make it first.`;

function checkKeyFile(keyFile: string, { folder, file, force }: { folder: string; file: string; force?: boolean }): void {
  const own = join(folder, KeyFile.NAME);
  const wrong = (reason: string): PerceptError => PerceptError.invalid('--key-apart', reason);
  if (!existsSync(own))
    throw wrong(`there is no ${own}: no secret was stored yet, or the key is the setting PERCEPT_WEBHOOK_KEY. Leave it out.`);
  if (keyFile === own || keyFile === file)
    throw wrong(`${keyFile} is the data folder's own key or the archive: name another file.`);
  if (!existsSync(dirname(keyFile))) throw wrong(noFolder(keyFile));
  if (existsSync(keyFile) && !force) throw wrong(`${keyFile} is there already: give --force to replace it.`);
}

/** Removes the file first: an existing file keeps its permissions. */
function copyKey(from: string, to: string): void {
  rmSync(to, { force: true });
  writeFileSync(to, readFileSync(from), { mode: OWNER_ONLY, flag: 'wx' });
}

function copyDatabase(folder: string, work: string): void {
  const copy = join(work, DATABASE);
  new SqliteFile(join(folder, DATABASE)).copyTo(copy);
  const damage = new SqliteFile(copy).damage();
  if (damage.length > 0) throw new Error(`The database is damaged, so nothing was written: ${damage.slice(0, 3).join('; ')}`);
}

/**
 * The files that were made for the archive are at its root, like the rest. A request's file that disappears meanwhile is left out.
 */
async function pack(archive: string, folder: string, paths: string[]): Promise<void> {
  await create(
    {
      ...{ file: archive, cwd: folder, mode: OWNER_ONLY, gzip: { level: 1 }, portable: true, follow: true },
      onWriteEntry: (entry) => {
        if (entry.path.startsWith(BACKING_UP)) entry.path = entry.path.slice(entry.path.indexOf('/') + 1);
      },
    },
    paths,
  );
}
