import { PerceptError } from '@percept/sdk';
import { execFile } from 'node:child_process';
import { environmentWith } from '../config/environment';

export const DUMP = 'percept.dump';

/** Vectors for pgvector are made from the entries again: a backup can be restored where the extension is not. */
const WITHOUT = ['--exclude-table=collection_vectors', '--extension=plpgsql'];

/**
 * Writes a snapshot of the database into a file; the service may keep running.
 * @throws PerceptError INVALID_REQUEST if `pg_dump` is not on this machine.
 * @throws Error with its reason if it fails.
 */
export const dumpPostgres = (url: string, file: string): Promise<void> =>
  run('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', ...WITHOUT, `--file=${file}`]);

/**
 * Restores the file of `dumpPostgres` into an empty database: all of it or nothing.
 * @throws PerceptError INVALID_REQUEST if the database is not empty, or `pg_restore` is not on this machine.
 * @throws Error with its reason if it fails.
 */
export async function restorePostgres(url: string, file: string): Promise<void> {
  try {
    await run('pg_restore', url, ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', file]);
  } catch (error) {
    if (!/ already exists/.test((error as Error).message)) throw error;
    throw PerceptError.invalid(
      'PERCEPT_DATABASE_URL',
      'the database has tables already. Create an empty one (createdb percept_restored), and name that. Nothing was changed.',
    );
  }
}

/** Other users of the machine can see arguments, so the password is not among them. */
function run(program: string, url: string, options: string[]): Promise<void> {
  const place = new URL(url);
  const password = decodeURIComponent(place.password);
  place.password = '';
  const env = environmentWith(password ? { PGPASSWORD: password } : {});
  return new Promise((resolve, reject) => {
    execFile(program, ['--no-password', `--dbname=${place.href}`, ...options], { env }, (error, _, stderr) => {
      if (!error) return resolve();
      reject(
        error.code === 'ENOENT' ? absent(program) : new Error(`${program} failed, so nothing was changed: ${stderr.trim()}`),
      );
    });
  });
}

const absent = (program: string): PerceptError =>
  PerceptError.invalid(
    'PERCEPT_DATABASE_URL',
    `the database is in PostgreSQL, and ${program} is not on this machine. Install PostgreSQL's client programs (apt install ` +
      'postgresql-client), or copy the database where they are and the data folder with --without-database.',
  );
