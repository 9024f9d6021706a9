import type { Transaction } from '../database';
import type { EventType } from './event-definitions';

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
}

/** Called inside the transaction that writes the event, so that what it writes (deliveries) is kept or lost with it. */
export type EventListener = (tx: Transaction, event: PerceptEvent, projectId: string) => Promise<void>;

export interface EventQuery {
  /** Only events after this id. */
  after?: string;
  types?: readonly EventType[];
  /** 100 when absent. */
  limit?: number;
}

export abstract class Events {
  /** Writes the event in the transaction of its cause, for the webhooks of a project. */
  abstract emit(tx: Transaction, projectId: string, type: EventType, data: Record<string, unknown>): Promise<PerceptEvent>;
  /** As `emit`, many at once: much cheaper than one by one. */
  abstract emitAll(tx: Transaction, projectId: string, events: readonly NewEvent[]): Promise<PerceptEvent[]>;
  /** Listeners are handed in by the composition root before the service starts. */
  abstract subscribe(listener: EventListener): void;
  /** A committed event. @param projectId finds it only if it belongs to that project. */
  abstract find(id: string, projectId?: string): Promise<PerceptEvent | undefined>;
  /** Committed events, oldest first. */
  abstract list(query?: EventQuery): Promise<PerceptEvent[]>;
}
