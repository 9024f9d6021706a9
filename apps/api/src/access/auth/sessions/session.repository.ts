import { type EntityManager, LessThan, MoreThan } from 'typeorm';
import { SessionEntity } from './administrator.entity';

/** Selects sessions that are not over at a time in ms since the epoch: neither expired, nor unused since `idleSince`. */
export interface Live {
  now: number;
  idleSince: number;
}

const live = ({ now, idleSince }: Live) => ({ expires_at: MoreThan(now), last_seen_at: MoreThan(idleSince) });

export async function insertSession(manager: EntityManager, session: SessionEntity): Promise<void> {
  await manager.insert(SessionEntity, session);
}

/** The session of a token unless it is over. */
export function findSession(manager: EntityManager, token_hash: string, at: Live): Promise<SessionEntity | null> {
  return manager.findOneBy(SessionEntity, { token_hash, ...live(at) });
}

/** The sessions that are not over, the newest first. */
export function listSessions(manager: EntityManager, administrator_id: string, at: Live): Promise<SessionEntity[]> {
  return manager.find(SessionEntity, { where: { administrator_id, ...live(at) }, order: { created_at: 'DESC', id: 'ASC' } });
}

export async function setLastSeen(manager: EntityManager, token_hash: string, last_seen_at: number): Promise<void> {
  await manager.update(SessionEntity, { token_hash }, { last_seen_at });
}

export async function deleteSession(manager: EntityManager, token_hash: string): Promise<void> {
  await manager.delete(SessionEntity, { token_hash });
}

/** @returns whether the session existed. */
export async function deleteSessionById(manager: EntityManager, id: string, administrator_id: string): Promise<boolean> {
  return (await manager.delete(SessionEntity, { id, administrator_id })).affected === 1;
}

export async function deleteEndedSessions(manager: EntityManager, { now, idleSince }: Live): Promise<void> {
  await manager.delete(SessionEntity, { expires_at: LessThan(now) });
  await manager.delete(SessionEntity, { last_seen_at: LessThan(idleSince) });
}

/** Deletes the sessions of an administrator, except the one of a token if it is given. */
export async function deleteSessions(manager: EntityManager, id: string, exceptTokenHash = ''): Promise<void> {
  const sessions = manager.createQueryBuilder().delete().from(SessionEntity);
  await sessions.where('administrator_id = :id AND token_hash <> :exceptTokenHash', { id, exceptTokenHash }).execute();
}
