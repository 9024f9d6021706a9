import { type EntityManager, IsNull, LessThan, MoreThan } from 'typeorm';
import { AdministratorEntity, SignInLinkEntity } from './administrator.entity';

export async function insertAdministrator(manager: EntityManager, row: AdministratorEntity): Promise<void> {
  await manager.insert(AdministratorEntity, row);
}

export function findAdministrator(manager: EntityManager, id: string): Promise<AdministratorEntity | null> {
  return manager.findOneBy(AdministratorEntity, { id });
}

export async function updateAdministrator(
  manager: EntityManager,
  id: string,
  changes: Partial<AdministratorEntity>,
): Promise<void> {
  await manager.update(AdministratorEntity, { id }, changes);
}

/** Does nothing if the password was changed meanwhile. */
export async function replacePasswordHash(
  manager: EntityManager,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<void> {
  await manager.update(AdministratorEntity, { id, password_hash: before }, { password_hash: after });
}

/** Marks the code of a time step as used. @returns false if it, or a later one, was used before. */
export async function useTotpStep(manager: EntityManager, id: string, step: number): Promise<boolean> {
  const unused = { id, totp_last_step: LessThan(step) };
  return (await manager.update(AdministratorEntity, unused, { totp_last_step: step })).affected === 1;
}

export async function insertLink(manager: EntityManager, link: SignInLinkEntity): Promise<void> {
  await manager.insert(SignInLinkEntity, link);
}

/** Marks a link as used. @returns its administrator; null if the link is unknown, used or expired. */
export async function useLink(manager: EntityManager, token_hash: string, now: number): Promise<AdministratorEntity | null> {
  const unused = { token_hash, used_at: IsNull(), expires_at: MoreThan(now) };
  const { affected } = await manager.update(SignInLinkEntity, unused, { used_at: now });
  if (affected !== 1) return null;
  const link = await manager.findOneByOrFail(SignInLinkEntity, { token_hash });
  return findAdministrator(manager, link.administrator_id);
}
