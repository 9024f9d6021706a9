import { type Events, newId, type PerceptEvent, type Queue, type Transaction } from '@percept/core';
import { toJson } from '@percept/sdk';
import { matchesEvent } from '../endpoints';
import { insertDeliveries } from '../entities/delivery.repository';
import { listSubscribers, type Subscriber } from '../entities/endpoint.repository';
import { addFiltering } from './filters/filtering-jobs';

/** An event and its project. */
export interface EventOfProject {
  event: PerceptEvent;
  projectId: string;
}

/**
 * Creates a delivery of an event for each endpoint of its project that wants it, in the transaction of the event. It has its own
 * SQL statements, because every answered call and every item of a run passes here. Filters take time, so a job of the queue
 * evaluates them after the commit.
 */
export function deliverEvents(queue: Queue): Parameters<Events['subscribe']>[0] {
  return async (tx, event, projectId) => {
    const wanting = (await listSubscribers(tx.manager, projectId)).filter(({ events }) => matchesEvent(events, event.type));
    const unfiltered = wanting.filter(({ filter }) => filter === null);
    if (unfiltered.length < wanting.length) await addFiltering(tx, queue, { event, projectId });
    await addDeliveries(tx, queue, { event, projectId }, unfiltered);
  };
}

/**
 * Adds a delivery of the event for each of these endpoints. An endpoint that is switched off gets its deliveries later, but not the
 * notice that it was switched off.
 */
export async function addDeliveries(
  tx: Transaction,
  queue: Queue,
  { event, projectId }: EventOfProject,
  subscribers: readonly Pick<Subscriber, 'id' | 'active'>[],
): Promise<void> {
  const disabled = event.type === 'system.notification' ? event.data['webhook_id'] : undefined;
  const endpoints = subscribers.filter(({ id }) => id !== disabled);
  if (endpoints.length === 0) return;
  const [body, at] = [bodyOf(event), Date.parse(event.created_at)];
  const ids = deliveryIds(event, endpoints.length);
  const deliveries = endpoints.map((endpoint, index) => ({ id: ids[index]!, endpoint }));
  const rows = deliveries.map(({ id, endpoint }) => {
    return [id, projectId, endpoint.id, event.id, event.type, body, endpoint.active ? 'pending' : 'held', 0, at];
  });
  await insertDeliveries(tx.manager, rows);
  const active = deliveries.filter(({ endpoint }) => endpoint.active);
  await queue.addAll(
    tx,
    'deliveries',
    active.map(({ id, endpoint }) => ({ ref: id, group: endpoint.id, key: projectId })),
  );
}

/** The random digits at the end of an id. The digits before them sort it, also within one millisecond. */
const RANDOM = 8;

/** Deliveries sort by their event, regardless of when its filter was evaluated: held deliveries are sent in that order. */
function deliveryIds({ id }: PerceptEvent, count: number): string[] {
  const tails = Array.from({ length: count }, () => newId('dlv').slice(-RANDOM));
  return tails.sort().map((tail) => `dlv_${id.slice('evt_'.length, -RANDOM)}${tail}`);
}

const MAX_BYTES = 20 * 1024;

/** An event larger than 20 KB is sent as a link to it. */
function bodyOf({ id, type, created_at, data }: PerceptEvent): string {
  let body = toJson({ id, type, created_at, data });
  const left = { ...data };
  for (const part of ['result', 'outputs', 'inputs']) {
    if (Buffer.byteLength(body) <= MAX_BYTES) break;
    if (!(part in left)) continue;
    delete left[part];
    body = toJson({ id, type, created_at, data: { ...left, result_url: `/v1/events/${id}` } });
  }
  return body;
}
