import { RowRemover, type RetentionRule } from '../retention';
import type { Store } from '../database';

const EVENTS = { table: 'events', createdAt: 'created_at', endedAt: 'created_at' };

export const eventRetention = (store: Store, keepMs: number): RetentionRule => ({
  kind: 'events',
  keepMs,
  remove: (options) => new RowRemover(store).ended(EVENTS, options),
});

/** Removes the oldest events of projects whose events exceed that many bytes. */
export const eventSizeRetention = (store: Store, maxBytes: number): RetentionRule => ({
  kind: 'events',
  keepMs: 0,
  remove: (options) => new RowRemover(store).beyond({ ...EVENTS, bytes: 'octet_length(data)' }, { ...options, maxBytes }),
});
