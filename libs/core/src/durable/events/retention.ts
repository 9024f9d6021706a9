import { removeEnded, type RetentionRule } from '../retention';
import type { Store } from '../database';

const EVENTS = { table: 'events', createdAt: 'created_at', endedAt: 'created_at' };

export const eventRetention = (store: Store, keepMs: number): RetentionRule => ({
  kind: 'events',
  keepMs,
  remove: (options) => removeEnded(store, EVENTS, options),
});
