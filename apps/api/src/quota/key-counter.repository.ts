import { findRows, updateRows } from '@percept/core';
import { type EntityManager, In } from 'typeorm';
import { KeyCounterEntity } from './key-counter.entity';

/** Identifies the counter of a key in a month such as `2026-01`. */
type CounterOf = Pick<KeyCounterEntity, 'key_id' | 'month'>;
type Counters = Omit<KeyCounterEntity, keyof CounterOf>;

export async function findCounter(manager: EntityManager, of: CounterOf): Promise<KeyCounterEntity | undefined> {
  return (await findRows(manager, KeyCounterEntity, of))[0];
}

export function findCounters(manager: EntityManager, keyIds: readonly string[], month: string): Promise<KeyCounterEntity[]> {
  return manager.findBy(KeyCounterEntity, { key_id: In([...keyIds]), month });
}

export async function insertCounter(manager: EntityManager, of: CounterOf, counters: Counters): Promise<void> {
  await manager.insert(KeyCounterEntity, { ...of, ...counters });
}

export async function updateCounter(manager: EntityManager, of: CounterOf, counters: Counters): Promise<void> {
  await updateRows(manager, KeyCounterEntity, of, counters);
}
