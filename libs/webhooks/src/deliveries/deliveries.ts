import { type Store, Events } from '@percept/core';
import { PerceptError, parseJson } from '@percept/sdk';
import type { EntityManager } from 'typeorm';
import { DELIVERY_STATES, type DeliveryEntity } from '../entities';
import { findAttempts } from '../entities/attempt.repository';
import { type DeliveryQuery, findDelivery, listDeliveries } from '../entities/delivery.repository';
import type { DeliveriesQuery } from '../replay/replay-requests';
import { type DeliveryDetailsResponse, type DeliveryResponse, showDelivery } from '../views';

/** Reads the query of a list over HTTP. @throws INVALID_REQUEST for an unknown state or type. */
export function readDeliveryFilter(filter: DeliveriesQuery): DeliveryQuery {
  const { webhook_id, event_id, since, until, search, before, limit } = filter;
  return {
    webhookId: webhook_id,
    eventId: event_id,
    states: oneOf('states', filter.states, DELIVERY_STATES),
    types: oneOf('types', filter.types, Events.TYPES),
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
    search: search?.trim(),
    before,
    limit,
  };
}

function oneOf<T extends string>(field: string, text: string | undefined, known: readonly T[]): T[] | undefined {
  const names = text?.split(',').map((name) => name.trim()) as T[] | undefined;
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw PerceptError.invalid(field, `'${unknown}' is not one of ${known.join(', ')}.`);
  return names;
}

/** The deliveries and their outcomes. */
export class WebhookDeliveries {
  private readonly reader: EntityManager;

  constructor(store: Store) {
    this.reader = store.reader;
  }

  /** Newest first, each with its attempts. */
  async list(query: DeliveryQuery = {}): Promise<DeliveryResponse[]> {
    return this.withAttempts(await listDeliveries(this.reader, query));
  }

  /** @throws NOT_FOUND. */
  async get(id: string, projectId?: string): Promise<DeliveryDetailsResponse> {
    const row = await findDelivery(this.reader, id, projectId);
    if (!row) throw PerceptError.notFound(`The delivery '${id}'`);
    const [view] = await this.withAttempts([row]);
    return { ...view!, payload: parseJson(row.body) as Record<string, unknown> };
  }

  private async withAttempts(rows: DeliveryEntity[]): Promise<DeliveryResponse[]> {
    const attempts = await findAttempts(
      this.reader,
      rows.map(({ id }) => id),
    );
    return rows.map((row) =>
      showDelivery(
        row,
        attempts.filter(({ delivery_id }) => delivery_id === row.id),
      ),
    );
  }
}
