export { EVENT_TYPES, type EventListener, type Events, type EventType, type PerceptEvent } from './events';
