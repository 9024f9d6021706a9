import type { Queue, Transaction } from '@percept/core';
import { type DeliveryState, type EndpointEntity, WAITING } from '../entities';
import { isReleasing, oldestHeld, releaseFromRate, stopDeliveries, updateDelivery } from '../entities/delivery.repository';

const QUEUE = 'deliveries';
/** The number of deliveries that start at once; the rest follow by themselves. */
const RELEASED = 500;

/** An endpoint, and the project whose turn its deliveries take. */
type Owned = Pick<EndpointEntity, 'id' | 'project_id'>;

/** Keeps what waits for the endpoint until it is switched on again. An attempt that is under way ends by itself, and is held then. */
export function hold(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  return stop(tx, queue, { endpointId, from: ['pending', 'retrying'], to: { state: 'held', ended_at: null } });
}

/** Gives up what waits for a deleted endpoint. */
export function cancel(tx: Transaction, queue: Queue, endpointId: string, now: number): Promise<void> {
  return stop(tx, queue, { endpointId, from: [...WAITING, 'held'], to: { state: 'cancelled', ended_at: now } });
}

/** Starts to send the held deliveries one at a time, each after the previous one. */
export async function resume(tx: Transaction, queue: Queue, endpoint: Owned): Promise<void> {
  // One that was in progress before the pause continues with the next by itself.
  if (!(await isReleasing(tx.manager, endpoint.id))) await sendNextHeld(tx, queue, endpoint);
}

/** The oldest delivery that is held comes next. */
export async function sendNextHeld(tx: Transaction, queue: Queue, { id, project_id }: Owned): Promise<void> {
  const next = await oldestHeld(tx.manager, id);
  if (next === undefined) return;
  await updateDelivery(tx.manager, next, { state: 'pending', releases_next: 1, job_id: null });
  await queue.add(tx, QUEUE, next, { group: id, key: project_id });
}

/** Wakes what the rate keeps back. */
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
