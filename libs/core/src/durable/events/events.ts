import { In, MoreThan } from 'typeorm';
import { type Clock, newId, systemClock, parseJson, toJson } from '../../kernel';
import { currentTraceparent } from '../../kernel/telemetry';
import { insertEach, type Store, type Tables, type Transaction } from '../database';
import { EventEntity } from './event.entity';
import { EventsBaseline1764100000021 } from './events.migration';
import { EVENT_TYPES, NOTIFICATION_KINDS, type EventType } from './event-definitions';
import { eventSchemas } from './event-schemas';

export const eventTables: Tables = { entities: [EventEntity], migrations: [EventsBaseline1764100000021] };

export interface PerceptEvent {
  /** `evt_…`: the receiver's idempotency key, the same over all retries. */
  id: string;
  type: EventType;
  /** ISO 8601, UTC. */
  created_at: string;
  data: Record<string, unknown>;
}

/** An event to write. */
export interface NewEvent {
  type: EventType;
  data: Record<string, unknown>;
  /** W3C traceparent of the event's cause; by default that of the current trace. */
  traceparent?: string | null;
}

/** Called inside the transaction that writes the event, so that the listener's writes (deliveries) are kept or lost with it. */
export type EventListener = (tx: Transaction, event: PerceptEvent, projectId: string) => Promise<void>;

interface EventQuery {
  /** Only events after this id. */
  after?: string;
  types?: readonly EventType[];
  /** 100 when absent. */
  limit?: number;
}

const PAGE = 100;

/** Events are rows, written in the transaction of their cause. */
export class Events {
  static readonly TYPES = EVENT_TYPES;
  static readonly NOTIFICATION_KINDS = NOTIFICATION_KINDS;
  static readonly schemas = eventSchemas;

  private readonly listeners: EventListener[] = [];

  constructor(
    private readonly store: Store,
    private readonly clock: Clock = systemClock,
  ) {}

  /** Writes an event for the webhooks of a project, in the transaction of its cause. */
  async emit(tx: Transaction, projectId: string, type: EventType, data: Record<string, unknown>): Promise<PerceptEvent> {
    return (await this.emitAll(tx, projectId, [{ type, data }]))[0]!;
  }

  /** Writes many events as `emit` does, at a much lower cost than one by one. */
  async emitAll(tx: Transaction, projectId: string, events: readonly NewEvent[]): Promise<PerceptEvent[]> {
    const created_at = this.clock.now();
    const rows = events.map(({ type, data, traceparent = currentTraceparent() }) => {
      return { id: newId('evt'), project_id: projectId, type, created_at, data: toJson(data), traceparent };
    });
    await insertEach(tx.manager, EventEntity, rows);
    const shown = rows.map(show);
    for (const event of shown) for (const listener of this.listeners) await listener(tx, event, projectId);
    return shown;
  }

  /** The composition root adds listeners before the service starts. */
  subscribe(listener: EventListener): void {
    this.listeners.push(listener);
  }

  /** Finds a committed event. @param projectId finds it only if it belongs to that project. */
  async find(id: string, projectId?: string): Promise<PerceptEvent | undefined> {
    const row = await this.store.reader.findOneBy(EventEntity, { id, ...(projectId !== undefined && { project_id: projectId }) });
    return row ? show(row) : undefined;
  }

  /** The W3C `traceparent` of the event's cause; null if it was not traced. */
  async traceparentOf(id: string): Promise<string | null> {
    return (await this.store.reader.findOne(EventEntity, { where: { id }, select: { traceparent: true } }))?.traceparent ?? null;
  }

  /** Committed events, oldest first. */
  async list({ after, types, limit = PAGE }: EventQuery = {}): Promise<PerceptEvent[]> {
    const where = { ...(after && { id: MoreThan(after) }), ...(types && { type: In([...types]) }) };
    const rows = await this.store.reader.find(EventEntity, { where, order: { id: 'ASC' }, take: limit });
    return rows.map(show);
  }
}

function show({ id, type, created_at, data }: Omit<EventEntity, 'project_id' | 'traceparent'>): PerceptEvent {
  let read: PerceptEvent['data'] | undefined;
  return {
    id,
    type,
    created_at: new Date(created_at).toISOString(),
    // Parsed on demand, because most events have no endpoint that reads them.
    get data() {
      return (read ??= parseJson(data) as PerceptEvent['data']);
    },
  };
}
