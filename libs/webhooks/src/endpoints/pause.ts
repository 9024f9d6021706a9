import type { Queue, Transaction } from '@percept/core';
import { In, IsNull } from 'typeorm';
import { DeliveryEntity, type DeliveryState, WAITING } from '../entities';

const QUEUE = 'deliveries';
/** Those of an endpoint that have not ended: the index holds no others. */
const openOf = <State>(endpointId: string, state: State) => ({ endpoint_id: endpointId, state, ended_at: IsNull() });
/** The number of deliveries that start at once; the rest follow by themselves. */
const RELEASED = 500;

/** Keeps what waits for the endpoint until it is switched on again. An attempt that is under way ends by itself, and is held then. */
export function hold(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  return stop(tx, queue, { endpointId, from: ['pending', 'retrying'], to: { state: 'held', ended_at: null } });
}

/** Gives up what waits for a deleted endpoint. */
export function cancel(tx: Transaction, queue: Queue, endpointId: string, now: number): Promise<void> {
  return stop(tx, queue, { endpointId, from: [...WAITING, 'held'], to: { state: 'cancelled', ended_at: now } });
}

/** Starts to send the held deliveries one at a time, each after the previous one. */
export async function resume(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  // One that was in progress before the pause continues with the next by itself.
  const underWay = await tx.manager.existsBy(DeliveryEntity, { ...openOf(endpointId, 'sending' as const), releases_next: 1 });
  if (!underWay) await sendNextHeld(tx, queue, endpointId);
}

/** The oldest delivery that is held comes next. */
export async function sendNextHeld(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  const where = openOf(endpointId, 'held' as const);
  const next = await tx.manager.findOne(DeliveryEntity, { select: { id: true }, where, order: { id: 'ASC' } });
  if (!next) return;
  await tx.manager.update(DeliveryEntity, { id: next.id }, { state: 'pending', releases_next: 1, job_id: null });
  await queue.add(tx, QUEUE, next.id, { group: endpointId });
}

/** Wakes what the rate keeps back. */
export async function release(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  const where = { ...openOf(endpointId, In(['pending', 'retrying'])), waiting_for: 'rate' as const };
  const waiting = await tx.manager.find(DeliveryEntity, { select: { id: true }, where, order: { id: 'ASC' }, take: RELEASED });
  const ids = waiting.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.manager.update(DeliveryEntity, { id: In(ids) }, { waiting_for: null, next_attempt_at: null, job_id: null });
  await queue.cancel(tx, QUEUE, ids);
  for (const id of ids) await queue.add(tx, QUEUE, id, { group: endpointId });
}

interface Stop {
  endpointId: string;
  from: readonly DeliveryState[];
  to: { state: DeliveryState; ended_at: number | null };
}

async function stop(tx: Transaction, queue: Queue, { endpointId, from, to }: Stop): Promise<void> {
  const where = openOf(endpointId, In([...from]));
  const waiting = await tx.manager.find(DeliveryEntity, { select: { id: true }, where });
  await tx.manager.update(DeliveryEntity, where, { ...to, next_attempt_at: null, waiting_for: null });
  await queue.cancel(
    tx,
    QUEUE,
    waiting.map(({ id }) => id),
  );
}
