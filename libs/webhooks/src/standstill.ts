import type { Queue, Transaction } from '@percept/core';
import { In } from 'typeorm';
import { DeliveryRow, type DeliveryState, WAITING } from './delivery.entity';

const LANE = 'deliveries';

/** Keeps what waits for the endpoint until it is switched on again. An attempt that is under way ends by itself, and is held then. */
export function hold(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  return stop(tx, queue, { endpointId, from: ['pending', 'retrying'], to: { state: 'held', ended_at: null } });
}

/** Gives up what waits for a deleted endpoint. */
export function cancel(tx: Transaction, queue: Queue, endpointId: string, now: number): Promise<void> {
  return stop(tx, queue, { endpointId, from: [...WAITING, 'held'], to: { state: 'cancelled', ended_at: now } });
}

/** Sends what was held. */
export async function resume(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  const held = await tx.manager.find(DeliveryRow, { select: { id: true }, where: { endpoint_id: endpointId, state: 'held' } });
  await tx.manager.update(DeliveryRow, { endpoint_id: endpointId, state: 'held' }, { state: 'pending' });
  for (const { id } of held) await queue.add(tx, LANE, id, { group: endpointId });
}

interface Stop {
  endpointId: string;
  from: readonly DeliveryState[];
  to: { state: DeliveryState; ended_at: number | null };
}

async function stop(tx: Transaction, queue: Queue, { endpointId, from, to }: Stop): Promise<void> {
  const where = { endpoint_id: endpointId, state: In([...from]) };
  const waiting = await tx.manager.find(DeliveryRow, { select: { id: true }, where });
  await tx.manager.update(DeliveryRow, where, { ...to, next_attempt_at: null });
  await queue.cancel(
    tx,
    LANE,
    waiting.map(({ id }) => id),
  );
}
