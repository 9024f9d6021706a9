export { type EventSchema, eventSchemas } from './event-schemas';
export { EVENT_TYPES, type EventType, NOTIFICATION_KINDS } from './event-definitions';
export { type EventListener, Events, eventTables, type NewEvent, type PerceptEvent } from './events';
export { eventRetention, eventSizeRetention } from './retention';
