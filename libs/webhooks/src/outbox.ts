import { type EventListener, newId, type PerceptEvent, type Queue } from '@percept/core';
import { DeliveryRow } from './delivery.entity';
import { EndpointRow } from './endpoint.entity';
import { passesFilter } from './event-filter';
import { matchesEvent } from './event-patterns';

/** Turns an event into a delivery for each endpoint that wants it, in the transaction of the event. */
export function deliverEvents(queue: Queue): EventListener {
  return async (tx, event) => {
    const endpoints = await tx.manager.find(EndpointRow);
    const wanting = endpoints.filter(({ events, filter }) => matchesEvent(events, event.type) && passesFilter(filter, event));
    if (wanting.length === 0) return;
    const body = bodyOf(event);
    const deliveries = wanting.map(({ id: endpoint_id, active }) => ({
      id: newId('dlv'),
      endpoint_id,
      event_id: event.id,
      event_type: event.type,
      body,
      // What an endpoint that is switched off misses is kept for it.
      state: active ? ('pending' as const) : ('held' as const),
      attempts: 0,
      created_at: Date.parse(event.created_at),
    }));
    await tx.manager.insert(DeliveryRow, deliveries);
    for (const { id, endpoint_id, state } of deliveries) {
      if (state === 'pending') await queue.add(tx, 'deliveries', id, { group: endpoint_id });
    }
  };
}

const MOST_BYTES = 20 * 1024;

/** What is larger than 20 KB comes as a link to the whole event. */
function bodyOf({ id, type, created_at, data }: PerceptEvent): string {
  let body = JSON.stringify({ id, type, created_at, data });
  const left = { ...data };
  for (const part of ['result', 'outputs', 'inputs']) {
    if (Buffer.byteLength(body) <= MOST_BYTES) break;
    if (!(part in left)) continue;
    delete left[part];
    body = JSON.stringify({ id, type, created_at, data: { ...left, result_url: `/v1/events/${id}` } });
  }
  return body;
}
