import { MoreThan, type EntityManager } from 'typeorm';
import { insertEach } from '../../../durable/database';
import { CachedResultEntity } from './cached-result.entity';

/** Finds a result that has not expired. */
export const findCachedResult = (manager: EntityManager, key: string, now: number): Promise<CachedResultEntity | null> =>
  manager.findOneBy(CachedResultEntity, { key, expires_at: MoreThan(now) });

/** Saves the last of the results that have the same key. */
export async function saveCachedResults(manager: EntityManager, rows: readonly CachedResultEntity[]): Promise<void> {
  const last = new Map(rows.map((row) => [row.key, row]));
  const replace = ['output', 'models', 'expires_at'].map((name) => `${name} = excluded.${name}`).join(', ');
  await insertEach(manager, CachedResultEntity, [...last.values()], `ON CONFLICT (key) DO UPDATE SET ${replace}`);
}
