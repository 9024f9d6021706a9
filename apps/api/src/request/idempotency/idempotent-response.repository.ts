import type { EntityManager } from 'typeorm';
import { IdempotentResponseEntity } from './idempotent-response.entity';

/** What identifies a request that is executed once. */
type RequestIdentity = Pick<IdempotentResponseEntity, 'caller_id' | 'key_hash'>;

export function findResponse(
  manager: EntityManager,
  { caller_id, key_hash }: RequestIdentity,
): Promise<IdempotentResponseEntity | null> {
  return manager.findOneBy(IdempotentResponseEntity, { caller_id, key_hash });
}

export async function insertResponse(manager: EntityManager, row: IdempotentResponseEntity): Promise<void> {
  await manager.insert(IdempotentResponseEntity, row);
}

/** @param encrypted_response the answer that repeated requests get from now on. */
export async function saveResponse(
  manager: EntityManager,
  { caller_id, key_hash }: RequestIdentity,
  encrypted_response: string,
): Promise<void> {
  await manager.update(IdempotentResponseEntity, { caller_id, key_hash }, { encrypted_response });
}

export async function deleteResponse(manager: EntityManager, { caller_id, key_hash }: RequestIdentity): Promise<void> {
  await manager.delete(IdempotentResponseEntity, { caller_id, key_hash });
}
