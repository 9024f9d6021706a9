export { EVENT_TYPES, type EventListener, Events, type EventType, type PerceptEvent } from './events';
