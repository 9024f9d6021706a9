import { removeEnded, type Removal, type RemovalOptions, type RetentionRule, type Store } from '@percept/core';
import { deleteAttempts } from '../entities/attempt.repository';
import { cancelHeld } from '../entities/delivery.repository';

const DELIVERIES = { table: 'webhook_deliveries', createdAt: 'created_at', endedAt: 'ended_at' };
const RECOVERIES = { table: 'webhook_recoveries', createdAt: 'created_at', endedAt: 'ended_at' };

/** Deliveries with their attempts, and what recoveries did. */
export const webhookRetention = (store: Store, keepMs: number): RetentionRule[] => [
  { kind: 'deliveries', keepMs, remove: (options) => removeDeliveries(store, options) },
  { kind: 'recoveries', keepMs, remove: (options) => removeEnded(store, RECOVERIES, options) },
];

/** A delivery that was held for so long is given up, and removed as long afterwards. */
async function* removeDeliveries(store: Store, options: RemovalOptions): Removal {
  yield* cancelLongHeld(store, options);
  yield* removeEnded(store, DELIVERIES, options, (tx, ids) => deleteAttempts(tx.manager, ids));
}

/** Reads the index of open deliveries only. */
async function* cancelLongHeld(store: Store, { before, now, batch: limit }: RemovalOptions): Removal {
  for (let cancelled = limit; cancelled === limit;) {
    cancelled = await store.transaction(({ manager }) => cancelHeld(manager, { before, now, limit }));
    yield 0;
  }
}
