import { In, MoreThan } from 'typeorm';
import { type Clock, newId, systemClock } from '../../kernel';
import { insertEach, type Store, type Tables, type Transaction } from '../database';
import { EventEntity } from './event.entity';
import { EventsBaseline1764100000020 } from './events.migration';
import type { EventType } from './event-definitions';
import { type EventListener, type EventQuery, Events, type NewEvent, type PerceptEvent } from './events';

export const eventTables: Tables = { entities: [EventEntity], migrations: [EventsBaseline1764100000020] };

const PAGE = 100;

/** Events are rows, written in the transaction of their cause. */
export class StoredEvents extends Events {
  private readonly listeners: EventListener[] = [];

  constructor(
    private readonly store: Store,
    private readonly clock: Clock = systemClock,
  ) {
    super();
  }

  async emit(tx: Transaction, projectId: string, type: EventType, data: Record<string, unknown>): Promise<PerceptEvent> {
    return (await this.emitAll(tx, projectId, [{ type, data }]))[0]!;
  }

  async emitAll(tx: Transaction, projectId: string, events: readonly NewEvent[]): Promise<PerceptEvent[]> {
    const created_at = this.clock.now();
    const rows = events.map(({ type, data }) => {
      return { id: newId('evt'), project_id: projectId, type, created_at, data: JSON.stringify(data) };
    });
    await insertEach(tx.manager, EventEntity, rows);
    const shown = rows.map(show);
    for (const event of shown) for (const listener of this.listeners) await listener(tx, event, projectId);
    return shown;
  }

  subscribe(listener: EventListener): void {
    this.listeners.push(listener);
  }

  async find(id: string, projectId?: string): Promise<PerceptEvent | undefined> {
    const row = await this.store.reader.findOneBy(EventEntity, { id, ...(projectId !== undefined && { project_id: projectId }) });
    return row ? show(row) : undefined;
  }

  async list({ after, types, limit = PAGE }: EventQuery = {}): Promise<PerceptEvent[]> {
    const where = { ...(after && { id: MoreThan(after) }), ...(types && { type: In([...types]) }) };
    const rows = await this.store.reader.find(EventEntity, { where, order: { id: 'ASC' }, take: limit });
    return rows.map(show);
  }
}

function show({ id, type, created_at, data }: Omit<EventEntity, 'project_id'>): PerceptEvent {
  return { id, type, created_at: new Date(created_at).toISOString(), data: JSON.parse(data) as PerceptEvent['data'] };
}
