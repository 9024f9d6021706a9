import type { Queue, Transaction } from '@percept/core';
import { type DeliveryState, type EndpointEntity, WAITING } from '../entities';
import { isReleasing, oldestHeld, releaseFromRate, stopDeliveries, updateDelivery } from '../entities/delivery.repository';

const QUEUE = 'deliveries';
/** The number of deliveries that start at once; the rest follow on their own. */
const RELEASED = 500;

/** An endpoint, and the project whose turn its deliveries take. */
type Owned = Pick<EndpointEntity, 'id' | 'project_id'>;

/**
 * Holds the endpoint's waiting deliveries until it is switched on again. A running attempt ends normally, and its delivery is held
 * then.
 */
export function hold(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  return stop(tx, queue, { endpointId, from: ['pending', 'retrying'], to: { state: 'held', ended_at: null } });
}

/** Gives up the waiting deliveries of a deleted endpoint. */
export function cancel(tx: Transaction, queue: Queue, endpointId: string, now: number): Promise<void> {
  return stop(tx, queue, { endpointId, from: [...WAITING, 'held'], to: { state: 'cancelled', ended_at: now } });
}

/** Starts to send the held deliveries one at a time, each after the previous one. */
export async function resume(tx: Transaction, queue: Queue, endpoint: Owned): Promise<void> {
  // A delivery that was in progress before the pause sends the next one itself.
  if (!(await isReleasing(tx.manager, endpoint.id))) await sendNextHeld(tx, queue, endpoint);
}

/** Sends the oldest held delivery. */
export async function sendNextHeld(tx: Transaction, queue: Queue, { id, project_id }: Owned): Promise<void> {
  const next = await oldestHeld(tx.manager, id);
  if (next === undefined) return;
  await updateDelivery(tx.manager, next, { state: 'pending', releases_next: 1, job_id: null });
  await queue.add(tx, QUEUE, next, { group: id, key: project_id });
}

/** Wakes the deliveries that the rate keeps back. */
export async function release(tx: Transaction, queue: Queue, { id, project_id }: Owned): Promise<void> {
  const ids = await releaseFromRate(tx.manager, id, RELEASED);
  if (ids.length === 0) return;
  await queue.cancel(tx, QUEUE, ids);
  await queue.addAll(
    tx,
    QUEUE,
    ids.map((ref) => ({ ref, group: id, key: project_id })),
  );
}

interface Stop {
  endpointId: string;
  from: readonly DeliveryState[];
  to: { state: DeliveryState; ended_at: number | null };
}

async function stop(tx: Transaction, queue: Queue, { endpointId, from, to }: Stop): Promise<void> {
  await queue.cancel(tx, QUEUE, await stopDeliveries(tx.manager, { endpointId, from }, to));
}
