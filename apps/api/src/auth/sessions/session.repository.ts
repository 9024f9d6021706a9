import { type EntityManager, LessThan, MoreThan } from 'typeorm';
import { SessionEntity } from './administrator.entity';

export async function insertSession(manager: EntityManager, session: SessionEntity): Promise<void> {
  await manager.insert(SessionEntity, session);
}

/** The session of a token unless it has expired. */
export function findSession(manager: EntityManager, token_hash: string, now: number): Promise<SessionEntity | null> {
  return manager.findOneBy(SessionEntity, { token_hash, expires_at: MoreThan(now) });
}

export async function deleteSession(manager: EntityManager, token_hash: string): Promise<void> {
  await manager.delete(SessionEntity, { token_hash });
}

export async function deleteExpiredSessions(manager: EntityManager, now: number): Promise<void> {
  await manager.delete(SessionEntity, { expires_at: LessThan(now) });
}

/** Deletes the sessions of an administrator, except the one of a token if it is given. */
export async function deleteSessionsOf(manager: EntityManager, id: string, exceptTokenHash = ''): Promise<void> {
  const sessions = manager.createQueryBuilder().delete().from(SessionEntity);
  await sessions.where('administrator_id = :id AND token_hash <> :exceptTokenHash', { id, exceptTokenHash }).execute();
}
