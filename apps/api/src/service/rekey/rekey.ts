import { KeyFile, SecretBox } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Config, Store } from '@percept/core';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PAGE_ROWS, resealPage } from './sealed.repository';
import { SEALED_ROWS, type SealedRows } from './sealed-rows';

export interface RekeyReport {
  /** The name of the current sealing key. */
  key: string;
  /** Whether this call created the key; false if PERCEPT_WEBHOOK_KEY names it. */
  made: boolean;
  /** Numbers of resealed rows, by kind. */
  resealed: Record<string, number>;
  /** Numbers of rows that no key opens, by kind. They stay unchanged. */
  unreadable: Record<string, number>;
  /** How many older keys can still open secrets. */
  older_keys: number;
}

const KEY_BYTES = 32;
/** Only one rekey at a time changes the key file. */
const LOCK = 'the key of secrets';
/** A second pass is needed if secrets were sealed while the key changed. */
const MAX_PASSES = 10;

/**
 * Makes a new sealing key and seals all secrets again. The service may run meanwhile, because older keys still open what they
 * sealed. A killed call loses nothing, and the next one finishes its work. The previous key stays in the file for backups and for
 * secrets written at the same moment. Older keys are removed when nothing needs them.
 * @throws PerceptError INVALID_REQUEST if PERCEPT_WEBHOOK_KEY has only one key or there is no key file.
 */
export async function rekey(store: Store, config: Config): Promise<RekeyReport> {
  const isInFile = config.webhookKeys.length === 0;
  if (config.webhookKeys.length === 1)
    throw PerceptError.invalid(
      'PERCEPT_WEBHOOK_KEY',
      'it has one key. Put a new one before it, as NEW,OLD, give that to every process, and call this again.',
    );
  const file = new KeyFile(resolve(config.PERCEPT_DATA_DIR, KeyFile.NAME));
  if (isInFile && !existsSync(file.path))
    throw PerceptError.invalid(
      'PERCEPT_DATA_DIR',
      `there is no ${file.path}: no secret was stored yet, or another machine has it.`,
    );
  const box = SecretBox.of(config);
  const before = isInFile ? await addKey(store, file, randomBytes(KEY_BYTES)) : [];
  const counts = { resealed: new Map<string, number>(), unreadable: new Map<string, number>() };
  let found = 1;
  for (let pass = 0; found > 0 && pass < MAX_PASSES; pass++) {
    found = 0;
    counts.unreadable.clear();
    for (const rows of SEALED_ROWS) found += await resealAll(store, { rows, box, counts });
  }
  if (isInFile && found === 0 && counts.unreadable.size === 0) await forget(store, file, before.slice(1));
  return {
    ...{ key: box.keyId, made: isInFile },
    ...{ resealed: Object.fromEntries(counts.resealed), unreadable: Object.fromEntries(counts.unreadable) },
    older_keys: (isInFile ? file.read() : config.webhookKeys).length - 1,
  };
}

/** @returns the previous keys. A repeated transaction finds its key already in the file. */
function addKey(store: Store, file: KeyFile, key: Buffer): Promise<Buffer[]> {
  return store.transaction(async ({ lock }) => {
    await lock(LOCK);
    const keys = file.read();
    const before = keys.filter((each) => !each.equals(key));
    if (before.length === keys.length) file.write([key, ...keys]);
    return before;
  });
}

/** Only keys that were old before this call: another call may have added keys meanwhile. */
function forget(store: Store, file: KeyFile, old: readonly Buffer[]): Promise<void> {
  return store.transaction(async ({ lock }) => {
    await lock(LOCK);
    const keys = file.read();
    const kept = keys.filter((key) => !old.some((each) => each.equals(key)));
    if (kept.length < keys.length) file.write(kept);
  });
}

interface Resealing {
  rows: SealedRows;
  box: SecretBox;
  counts: { resealed: Map<string, number>; unreadable: Map<string, number> };
}

/** @returns the number of resealed rows. */
async function resealAll(store: Store, { rows, box, counts }: Resealing): Promise<number> {
  let resealed = 0;
  for (let skip = 0, read = PAGE_ROWS; read === PAGE_ROWS; skip += PAGE_ROWS) {
    const page = await store.transaction((tx) => resealPage(tx.manager, { rows, box, skip }));
    read = page.read;
    resealed += page.resealed;
    add(counts.resealed, rows.what, page.resealed);
    add(counts.unreadable, rows.what, page.unreadable);
  }
  return resealed;
}

const add = (counts: Map<string, number>, what: string, count: number): void => {
  if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
};
