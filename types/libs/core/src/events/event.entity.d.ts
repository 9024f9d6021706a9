import type { EventType } from './events';
export declare class EventRow {
    id: string;
    type: EventType;
    created_at: number;
    /** JSON. */
    data: string;
}
