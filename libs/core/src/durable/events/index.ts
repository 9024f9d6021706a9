export { type EventSchema, eventSchemas } from './event-schemas';
export { EVENT_TYPES, type EventListener, type EventQuery, type EventType, Events, type PerceptEvent } from './events';
export { eventRetention } from './retention';
export { StoredEvents, eventTables } from './stored-events';
