import { PerceptError, type Store } from '@percept/core';
import { type EntityManager, In, LessThan } from 'typeorm';
import { AttemptRow } from './attempt.entity';
import { DeliveryRow, type DeliveryState } from './delivery.entity';
import { type DeliveryView, showDelivery } from './views';

const PAGE = 50;

export interface DeliveryQuery {
  webhookId?: string;
  states?: readonly DeliveryState[];
  /** Only deliveries before this id (older). */
  before?: string;
  /** 50 when absent. */
  limit?: number;
}

/** What was sent and what came of it. */
export class WebhookDeliveries {
  private readonly reader: EntityManager;

  constructor(store: Store) {
    this.reader = store.reader;
  }

  /** Newest first, each with its attempts. */
  async list({ webhookId, states, before, limit = PAGE }: DeliveryQuery = {}): Promise<DeliveryView[]> {
    const where = {
      ...(webhookId && { endpoint_id: webhookId }),
      ...(states && { state: In([...states]) }),
      ...(before && { id: LessThan(before) }),
    };
    return this.withAttempts(await this.reader.find(DeliveryRow, { where, order: { id: 'DESC' }, take: limit }));
  }

  /** @throws NOT_FOUND. */
  async get(id: string): Promise<DeliveryView> {
    const rows = await this.reader.findBy(DeliveryRow, { id });
    const [view] = await this.withAttempts(rows);
    if (!view) throw PerceptError.notFound(`The delivery '${id}'`);
    return view;
  }

  private async withAttempts(rows: DeliveryRow[]): Promise<DeliveryView[]> {
    const where = { delivery_id: In(rows.map(({ id }) => id)) };
    const attempts = await this.reader.find(AttemptRow, { where, order: { number: 'ASC', at: 'ASC' } });
    return rows.map((row) =>
      showDelivery(
        row,
        attempts.filter(({ delivery_id }) => delivery_id === row.id),
      ),
    );
  }
}
