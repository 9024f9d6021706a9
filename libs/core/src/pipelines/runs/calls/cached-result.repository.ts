import { MoreThan, type EntityManager } from 'typeorm';
import { CachedResultEntity } from './cached-result.entity';

/** A result that has not expired. */
export const findCachedResult = (manager: EntityManager, key: string, now: number): Promise<CachedResultEntity | null> =>
  manager.findOneBy(CachedResultEntity, { key, expires_at: MoreThan(now) });

export async function saveCachedResult(manager: EntityManager, row: CachedResultEntity): Promise<void> {
  await manager.upsert(CachedResultEntity, row as object, ['key']);
}
