/** The events that an endpoint may subscribe to. */
export const EVENTS = [
  'prediction.completed',
  'prediction.failed',
  'batch.started',
  'batch.completed',
  'batch.failed',
  'quota.threshold_reached',
  'webhook.disabled',
] as const;
