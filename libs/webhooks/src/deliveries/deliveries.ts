import { EVENT_TYPES, PerceptError, type Store } from '@percept/core';
import { Between, type EntityManager, type FindOptionsWhere, In, LessThan } from 'typeorm';
import { AttemptEntity } from '../entities';
import { DELIVERY_STATES, DeliveryEntity, type DeliveryState } from '../entities';
import type { DeliveriesQuery } from '../replay';
import { type DeliveryDetailsResponse, type DeliveryResponse, showDelivery } from '../views';

const PAGE = 50;

export interface DeliveryQuery {
  webhookId?: string;
  eventId?: string;
  states?: readonly DeliveryState[];
  types?: readonly string[];
  /** Of their creation, ms since the epoch, both included. */
  since?: number;
  until?: number;
  /** Only deliveries before this id (older). */
  before?: string;
  /** 50 when absent. */
  limit?: number;
}

/** The query of a list over HTTP. @throws INVALID_REQUEST for a state or a type that there is none of. */
export function readDeliveryFilter(filter: DeliveriesQuery): DeliveryQuery {
  const { webhook_id, event_id, since, until, before, limit } = filter;
  return {
    webhookId: webhook_id,
    eventId: event_id,
    states: oneOf('states', filter.states, DELIVERY_STATES),
    types: oneOf('types', filter.types, EVENT_TYPES),
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
    before,
    limit,
  };
}

function oneOf<T extends string>(field: string, text: string | undefined, known: readonly T[]): T[] | undefined {
  const names = text?.split(',').map((name) => name.trim()) as T[] | undefined;
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw PerceptError.invalid(field, `'${unknown}' is none of ${known.join(', ')}.`);
  return names;
}

/** What was sent and what came of it. */
export class WebhookDeliveries {
  private readonly reader: EntityManager;

  constructor(store: Store) {
    this.reader = store.reader;
  }

  /** Newest first, each with its attempts. */
  async list(query: DeliveryQuery = {}): Promise<DeliveryResponse[]> {
    const { webhookId, eventId, states, types, since, until, before, limit = PAGE } = query;
    const where: FindOptionsWhere<DeliveryEntity> = {
      ...(webhookId && { endpoint_id: webhookId }),
      ...(eventId && { event_id: eventId }),
      ...(states && { state: In([...states]) }),
      ...(types && { event_type: In([...types]) }),
      ...((since !== undefined || until !== undefined) && { created_at: Between(since ?? 0, until ?? Number.MAX_SAFE_INTEGER) }),
      ...(before && { id: LessThan(before) }),
    };
    return this.withAttempts(await this.reader.find(DeliveryEntity, { where, order: { id: 'DESC' }, take: limit }));
  }

  /** @throws NOT_FOUND. */
  async get(id: string): Promise<DeliveryDetailsResponse> {
    const row = await this.reader.findOneBy(DeliveryEntity, { id });
    if (!row) throw PerceptError.notFound(`The delivery '${id}'`);
    const [view] = await this.withAttempts([row]);
    return { ...view!, payload: JSON.parse(row.body) as Record<string, unknown> };
  }

  private async withAttempts(rows: DeliveryEntity[]): Promise<DeliveryResponse[]> {
    const where = { delivery_id: In(rows.map(({ id }) => id)) };
    const attempts = await this.reader.find(AttemptEntity, { where, order: { number: 'ASC' } });
    return rows.map((row) =>
      showDelivery(
        row,
        attempts.filter(({ delivery_id }) => delivery_id === row.id),
      ),
    );
  }
}
