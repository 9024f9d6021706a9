import { KeyFile } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const DATABASE = 'percept.sqlite';
/** A file in every archive, which distinguishes it from other files. */
export const MANIFEST = 'percept-backup.json';
const FORMAT = 1;

/** The description that a backup contains of itself. */
export interface BackupManifest {
  format: number;
  /** The version of Percept that made the backup. */
  percept: string;
  created_at: string;
  database: 'sqlite' | 'postgresql' | 'none';
  /** Whether the key of the secrets is in a separate file. */
  key_apart?: boolean;
}

export const manifestFile = (folder: string): string => join(folder, MANIFEST);

export const makeBackupManifest = (
  percept: string,
  { database, key_apart }: Pick<BackupManifest, 'database' | 'key_apart'>,
): BackupManifest => ({
  ...{ format: FORMAT, percept, created_at: new Date().toISOString() },
  ...{ database, key_apart },
});

/** @throws PerceptError if the folder holds no backup, or one of a newer format. */
export function readBackupManifest(folder: string, archive: string): BackupManifest {
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(readFileSync(manifestFile(folder), 'utf8')) as BackupManifest;
  } catch {
    throw PerceptError.invalid('FILE', `${archive} is not a backup: 'percept backup FILE' makes one.`);
  }
  if (manifest.format === FORMAT) return manifest;
  throw PerceptError.invalid(
    'FILE',
    `${archive} was made by Percept ${manifest.percept}. Restore it with that version or a newer one.`,
  );
}

const BEFORE_RESTORE = 'before-restore-';
export const savedFolder = (): string => `${BEFORE_RESTORE}${new Date().toISOString().replace(/[:.]/g, '-')}`;
export const RESTORING = '.restoring';
/** The prefix of a temporary folder's name in the data folder. */
export const BACKING_UP = '.backing-up-';

/** The prefix of an unfinished key file. */
const KEY_DRAFT = `${KeyFile.NAME}.`;

/**
 * Names in the data folder that are left out: they are made again, or belong to running processes. The database is copied
 * separately.
 */
const LEFT_OUT = ['cache', 'service.url', 'first-access.txt', RESTORING, MANIFEST];

export const isKept = (name: string): boolean =>
  !LEFT_OUT.includes(name) && ![DATABASE, BEFORE_RESTORE, BACKING_UP, KEY_DRAFT].some((start) => name.startsWith(start));
