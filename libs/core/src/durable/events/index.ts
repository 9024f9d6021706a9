export { type EventSchema, eventSchemas } from './event-schemas';
export { EVENT_TYPES, type EventType } from './event-definitions';
export { type EventListener, type EventQuery, Events, type NewEvent, type PerceptEvent } from './events';
export { eventRetention } from './retention';
export { StoredEvents, eventTables } from './stored-events';
