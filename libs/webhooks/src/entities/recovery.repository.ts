import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { DeliveryEntity } from './delivery.entity';
import { matching } from './delivery.repository';
import { RecoveryEntity } from './recovery.entity';

type RecoveryCriteria = Pick<RecoveryEntity, 'endpoint_id' | 'since' | 'until' | 'types' | 'states' | 'search' | 'cursor'>;

export async function insertRecovery(manager: EntityManager, row: RecoveryEntity): Promise<void> {
  await manager.insert(RecoveryEntity, row);
}

export function findRecovery(manager: EntityManager, id: string): Promise<RecoveryEntity | null> {
  return manager.findOneBy(RecoveryEntity, { id });
}

export async function updateRecovery(manager: EntityManager, id: string, changes: Partial<RecoveryEntity>): Promise<void> {
  await manager.update(RecoveryEntity, { id }, changes);
}

export async function deleteRecoveries(manager: EntityManager, endpoint_id: string): Promise<void> {
  await manager.delete(RecoveryEntity, { endpoint_id });
}

/** The number of deliveries that a recovery still has to send. */
export function countRecoverable(manager: EntityManager, criteria: RecoveryCriteria): Promise<number> {
  return recoverable(manager, criteria).getCount();
}

/** The next deliveries that a recovery has to send, oldest first. */
export function findRecoverable(manager: EntityManager, criteria: RecoveryCriteria, limit: number): Promise<DeliveryEntity[]> {
  return recoverable(manager, criteria).take(limit).getMany();
}

function recoverable(manager: EntityManager, criteria: RecoveryCriteria): SelectQueryBuilder<DeliveryEntity> {
  const { endpoint_id, since, until, types, states, search, cursor } = criteria;
  const query = manager
    .createQueryBuilder(DeliveryEntity, 'delivery')
    .where('delivery.endpoint_id = :endpoint_id AND delivery.id > :cursor', { endpoint_id, cursor })
    .andWhere('delivery.created_at BETWEEN :since AND :until', { since, until })
    .andWhere('delivery.state IN (:...states)', { states });
  if (types) query.andWhere('delivery.event_type IN (:...types)', { types });
  if (search) matching(query, search);
  return query.orderBy('delivery.id', 'ASC');
}
