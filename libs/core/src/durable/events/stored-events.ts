import { In, MoreThan } from 'typeorm';
import { type Clock, newId, systemClock } from '../../kernel';
import { sql, type Store, type Tables, type Transaction } from '../database';
import { EventEntity } from './event.entity';
import { EventsBaseline1764100000020 } from './events.migration';
import type { EventType } from './event-definitions';
import { type EventListener, type EventQuery, Events, type PerceptEvent } from './events';

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
    const row = { id: newId('evt'), type, created_at: this.clock.now(), data: JSON.stringify(data) };
    const values = [row.id, projectId, row.type, row.created_at, row.data];
    // Not by TypeORM's insert, which takes ten times as long: every call and every item of a run writes an event.
    await sql(tx.manager, 'INSERT INTO events (id, project_id, type, created_at, data) VALUES (?, ?, ?, ?, ?)', values);
    const event = show(row);
    for (const listener of this.listeners) await listener(tx, event, projectId);
    return event;
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
