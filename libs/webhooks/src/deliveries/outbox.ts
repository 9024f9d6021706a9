import { type EventListener, newId, type PerceptEvent, type Queue } from '@percept/core';
import { matchesEvent, passesFilter } from '../endpoints';
import { insertDeliveries } from '../entities/delivery.repository';
import { listSubscribers } from '../entities/endpoint.repository';

/**
 * Turns an event into a delivery for each endpoint of its project that wants it, in the transaction of the event. In statements of its own:
 * every answered call and every item of a run comes by here.
 */
export function deliverEvents(queue: Queue): EventListener {
  return async (tx, event, projectId) => {
    const wanting = (await listSubscribers(tx.manager, projectId)).filter(({ events, filter }) => {
      return matchesEvent(events, event.type) && passesFilter(filter, event);
    });
    if (wanting.length === 0) return;
    const [body, at] = [bodyOf(event), Date.parse(event.created_at)];
    const deliveries = wanting.map((endpoint) => ({ id: newId('dlv'), endpoint }));
    const rows = deliveries.map(({ id, endpoint }) => {
      // What an endpoint that is switched off misses is kept for it.
      return [id, projectId, endpoint.id, event.id, event.type, body, endpoint.active ? 'pending' : 'held', 0, at];
    });
    await insertDeliveries(tx.manager, rows);
    const active = deliveries.filter(({ endpoint }) => endpoint.active);
    await queue.addAll(
      tx,
      'deliveries',
      active.map(({ id, endpoint }) => ({ ref: id, group: endpoint.id })),
    );
  };
}

const MAX_BYTES = 20 * 1024;

/** What is larger than 20 KB comes as a link to the whole event. */
function bodyOf({ id, type, created_at, data }: PerceptEvent): string {
  let body = JSON.stringify({ id, type, created_at, data });
  const left = { ...data };
  for (const part of ['result', 'outputs', 'inputs']) {
    if (Buffer.byteLength(body) <= MAX_BYTES) break;
    if (!(part in left)) continue;
    delete left[part];
    body = JSON.stringify({ id, type, created_at, data: { ...left, result_url: `/v1/events/${id}` } });
  }
  return body;
}
