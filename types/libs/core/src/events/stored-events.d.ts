import { type Clock } from '../kernel';
import type { Store, Tables, Transaction } from '../store';
import { type EventListener, type EventQuery, Events, type EventType, type PerceptEvent } from './events';
export declare const eventTables: Tables;
/** Events are rows, written with what they tell of. */
export declare class StoredEvents extends Events {
    private readonly store;
    private readonly clock;
    private readonly listeners;
    constructor(store: Store, clock?: Clock);
    emit(tx: Transaction, type: EventType, data: Record<string, unknown>): Promise<PerceptEvent>;
    subscribe(listener: EventListener): void;
    list({ after, types, limit }?: EventQuery): Promise<PerceptEvent[]>;
}
