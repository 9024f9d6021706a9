export { EVENT_TYPES, type EventListener, type EventQuery, Events, type EventType, type PerceptEvent } from './events';
export { eventTables, StoredEvents } from './stored-events';
export { eventSchemas, type EventSchema } from './event-schemas';
export { eventRetention } from './retention';
