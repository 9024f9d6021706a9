import { KeyFile, lockRow, PerceptError, SecretBox } from '@percept/core';
import type { Config, Store } from '@percept/core';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PAGE, resealPage } from './sealed.repository';
import { SEALED_ROWS, type SealedRows } from './sealed-rows';

export interface RekeyReport {
  /** The name of the key that seals now. */
  key: string;
  /** Whether this call made it; false where PERCEPT_WEBHOOK_KEY names it. */
  made: boolean;
  /** Rows that were sealed again, by what they are. */
  resealed: Record<string, number>;
  /** Rows that no key opens: they are as they were. */
  unreadable: Record<string, number>;
  /** How many older keys open secrets still. */
  older_keys: number;
}

const KEY_BYTES = 32;
/** One rekey at a time changes the file of the keys. */
const LOCK = 'the key of secrets';
/** Processes that sealed while the key changed need a second one. */
const MAX_PASSES = 10;

/**
 * Makes a new key that seals secrets, and seals all of them again. The service may run meanwhile: older keys open what they sealed
 * at any moment, so a call that was killed loses nothing, and another one ends its work. The key before this one stays in the
 * file for backups and for what was written at the same moment; keys before that go when nothing needs them.
 * @throws PerceptError INVALID_REQUEST if PERCEPT_WEBHOOK_KEY has one key only, or there is no file of keys.
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

/** @returns the keys before. A transaction that is repeated finds its key in the file. */
function addKey(store: Store, file: KeyFile, key: Buffer): Promise<Buffer[]> {
  return store.transaction(async ({ manager }) => {
    await lockRow(manager, LOCK);
    const keys = file.read();
    const before = keys.filter((each) => !each.equals(key));
    if (before.length === keys.length) file.write([key, ...keys]);
    return before;
  });
}

/** Only keys that were old before this call: another one may have added keys meanwhile. */
function forget(store: Store, file: KeyFile, old: readonly Buffer[]): Promise<void> {
  return store.transaction(async ({ manager }) => {
    await lockRow(manager, LOCK);
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

/** @returns how many rows it sealed again. */
async function resealAll(store: Store, { rows, box, counts }: Resealing): Promise<number> {
  let resealed = 0;
  for (let skip = 0, read = PAGE; read === PAGE; skip += PAGE) {
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
