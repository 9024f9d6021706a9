import type { Command } from 'commander';
import { backUp } from '../platform/backup/backup';
import { restore } from '../platform/backup/restore';
import { readEnvironment } from '../platform/config/environment';
import { printJson } from './output/print';

type BackupOptions = { force?: boolean; withoutDatabase?: boolean; keyApart?: string; json?: boolean };
type RestoreFromOptions = { force?: boolean; keyFile?: string; json?: boolean };

const BYTES_PER_MB = 1_000_000;

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('writes database, keys, results and models of the data folder into an archive; the service may run meanwhile')
    .argument('<file>', 'the archive, such as percept.tar.gz; only you can read it, for it holds the keys')
    .option('--force', 'replaces a file that is there')
    .option('--without-database', 'the data folder alone, where something else copies the database')
    .option('--key-apart <file>', 'writes the key of the secrets into this file instead of into the archive')
    .option('--json', 'what it holds, as JSON')
    .addHelpText(
      'after',
      `
It needs room for a copy of the database in the data folder; with PERCEPT_DATABASE_URL, pg_dump makes it. Not in it: the
cache, which is made again, settings, PERCEPT_WEBHOOK_KEY, and what is in a bucket (PERCEPT_STORAGE_URL).

Exit code: 0, 1 if the database is damaged or pg_dump fails, 2 if there is nothing to back up or the file is there.

Examples:
  $ percept backup /backups/percept-$(date +%F).tar.gz
  $ PERCEPT_DATA_DIR=/var/lib/percept percept backup percept.tar.gz
  $ percept backup /backups/percept.tar.gz --key-apart /safe/percept.key
  $ PERCEPT_DATABASE_URL=postgres://percept@db/percept percept backup percept.tar.gz`,
    )
    .action(backup);
  program
    .command('restore')
    .description('restores a backup into the data folder, while no service uses it')
    .argument('<file>', "the archive that 'percept backup' wrote")
    .option('--force', 'where there is data: moves it aside into a folder in the data folder')
    .option('--key-file <file>', "the key, if the backup was made with '--key-apart'")
    .option('--json', 'what was done, as JSON')
    .addHelpText(
      'after',
      `
The archive is unpacked and its database checked before anything is moved. A database of PostgreSQL goes into that of
PERCEPT_DATABASE_URL, which must be empty; pg_restore reads all of it or nothing.

Exit code: 0, 1 if pg_restore fails, or 2 if the file is not a backup, there is data, or a service uses it; then nothing
was changed.

Examples:
  $ PERCEPT_DATA_DIR=/var/lib/percept percept restore percept.tar.gz && percept serve
  $ percept restore percept.tar.gz --force
  $ percept restore percept.tar.gz --key-file /safe/percept.key
  $ createdb percept_2 && PERCEPT_DATABASE_URL=postgres://percept@db/percept_2 percept restore percept.tar.gz`,
    )
    .action(restoreFrom);
}

async function backup(file: string, { json, ...options }: BackupOptions): Promise<void> {
  const report = await backUp(readEnvironment(), file, options);
  if (json) return printJson(report);
  const size = (report.bytes / BYTES_PER_MB).toFixed(1);
  process.stdout.write(`Wrote ${report.file} (${size} MB): ${report.contents.join(', ')}.\n`);
  const rest = 'it has results, files and hashes of keys and passwords';
  if (!options.keyApart) process.stderr.write('Keep it as safe as the service: it holds its keys.\n');
  else
    process.stderr.write(`Keep ${options.keyApart} elsewhere: secrets open with it alone. Keep the archive private: ${rest}.\n`);
}

async function restoreFrom(file: string, { json, ...options }: RestoreFromOptions): Promise<void> {
  const report = await restore(readEnvironment(), file, options);
  if (json) return printJson(report);
  process.stdout.write(`Restored ${report.folder} as it was at ${report.created_at}, by Percept ${report.percept}.\n`);
  if (report.saved) process.stdout.write(`What was there is in ${report.saved}: remove it once the restored service works.\n`);
}
