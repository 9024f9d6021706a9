import { findRows, sql } from '@percept/core';
import { type EntityManager, In } from 'typeorm';
import { KeyCounterEntity } from './key-counter.entity';

/** Identifies the counter of a key in a month such as `2026-01`. */
type CounterOf = Pick<KeyCounterEntity, 'key_id' | 'month'>;
type Counters = Omit<KeyCounterEntity, keyof CounterOf>;

const SAVE = `INSERT INTO key_counters (key_id, month, used, minute, minute_used, notified_percent) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (key_id, month) DO UPDATE SET used = excluded.used, minute = excluded.minute, minute_used = excluded.minute_used,
  notified_percent = excluded.notified_percent`;

export async function findCounter(manager: EntityManager, of: CounterOf): Promise<KeyCounterEntity | undefined> {
  return (await findRows(manager, KeyCounterEntity, of))[0];
}

export function findCounters(manager: EntityManager, keyIds: readonly string[], month: string): Promise<KeyCounterEntity[]> {
  return manager.findBy(KeyCounterEntity, { key_id: In([...keyIds]), month });
}

/** Writes the counters of a key; inserts them if the key has none for the month. */
export async function saveCounter(manager: EntityManager, of: CounterOf, counters: Counters): Promise<void> {
  const { used, minute, minute_used, notified_percent } = counters;
  await sql(manager, SAVE, [of.key_id, of.month, used, minute, minute_used, notified_percent]);
}
