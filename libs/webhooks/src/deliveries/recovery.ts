import type { JobContext, Queue, Transaction } from '@percept/core';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { DeliveryEntity } from '../entities';
import { EndpointEntity } from '../entities';
import { RecoveryEntity } from '../entities';

const QUEUE = 'deliveries';
const PORTION = 100;
/** For endpoints without a rate of their own. */
const PER_SECOND = 20;

type RecoveryCriteria = Pick<RecoveryEntity, 'endpoint_id' | 'since' | 'until' | 'types' | 'states' | 'cursor'>;

/** The deliveries that a recovery still has to send, oldest first. */
export function matchingDeliveries(manager: EntityManager, criteria: RecoveryCriteria): SelectQueryBuilder<DeliveryEntity> {
  const { endpoint_id, since, until, types, states, cursor } = criteria;
  const query = manager
    .createQueryBuilder(DeliveryEntity, 'delivery')
    .where('delivery.endpoint_id = :endpoint_id AND delivery.id > :cursor', { endpoint_id, cursor })
    .andWhere('delivery.created_at BETWEEN :since AND :until', { since, until })
    .andWhere('delivery.state IN (:...states)', { states });
  if (types) query.andWhere('delivery.event_type IN (:...types)', { types });
  return query.orderBy('delivery.id', 'ASC');
}

/** A job of the queue 'deliveries' that runs a recovery. */
export function isRecovery({ ref }: { ref: string }): boolean {
  return ref.startsWith('rcv_');
}

export interface RecoveryContext {
  queue: Queue;
  context: JobContext;
  now: number;
}

/**
 * Puts the next portion of a recovery in the queue, spaced by the endpoint's rate, and comes back when that is through. Whenever
 * the process dies, what is in the queue stays there, and the rest follows.
 */
export async function recoverBatch(tx: Transaction, id: string, { queue, context, now }: RecoveryContext): Promise<void> {
  const row = await tx.manager.findOneBy(RecoveryEntity, { id });
  const endpoint = row && (await tx.manager.findOneBy(EndpointEntity, { id: row.endpoint_id }));
  const batch = row && endpoint ? await matchingDeliveries(tx.manager, row).take(PORTION).getMany() : [];
  const spacing = 1_000 / (endpoint?.rate_per_second ?? PER_SECOND);
  const more = batch.length === PORTION;
  const ours = more ? await context.postpone(tx, now + Math.ceil(PORTION * spacing)) : await context.finish(tx);
  if (!ours || !row) return;
  for (const [index, { id: ref, attempts }] of batch.entries()) {
    // Switched off meanwhile: what is held is sent when it is switched on.
    const again = { state: endpoint!.active ? ('pending' as const) : ('held' as const), previous_attempts: attempts };
    await tx.manager.update(DeliveryEntity, { id: ref }, { ...again, ended_at: null, waiting_for: null, job_id: null });
    if (!endpoint!.active) continue;
    // What is new goes first. Two at once could overtake each other on their way: each waits until the one before it was sent.
    const inOrder = { key: id, keyLimit: 1 };
    const options = { group: row.endpoint_id, priority: -1, runAt: now + Math.round(index * spacing), ...inOrder };
    await queue.add(tx, QUEUE, ref, options);
  }
  const cursor = batch.at(-1)?.id ?? row.cursor;
  const recovered = row.recovered + batch.length;
  await tx.manager.update(RecoveryEntity, { id }, { cursor, recovered, ended_at: more ? null : now });
}
