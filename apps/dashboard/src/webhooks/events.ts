import type { webhooks } from '../api/schema';

type EventType = keyof webhooks;

/** The type checker compares the keys with the events of the service's OpenAPI document: a missing or unknown one is an error. */
const KNOWN: Record<EventType, true> = {
  'prediction.completed': true,
  'prediction.failed': true,
  'batch.started': true,
  'batch.completed': true,
  'batch.failed': true,
  'quota.threshold_reached': true,
  'system.notification': true,
};

/** The events that an endpoint may subscribe to. */
export const EVENTS = Object.keys(KNOWN) as EventType[];
