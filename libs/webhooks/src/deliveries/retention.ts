import { marks, removeEnded, sql, type Removal, type RemovalOptions, type RetentionRule, type Store } from '@percept/core';

const DELIVERIES = { table: 'webhook_deliveries', createdAt: 'created_at', endedAt: 'ended_at' };
const RECOVERIES = { table: 'webhook_recoveries', createdAt: 'created_at', endedAt: 'ended_at' };

/** Deliveries with their attempts, and what recoveries did. */
export const webhookRetention = (store: Store, keepMs: number): RetentionRule[] => [
  { kind: 'deliveries', keepMs, remove: (options) => removeDeliveries(store, options) },
  { kind: 'recoveries', keepMs, remove: (options) => removeEnded(store, RECOVERIES, options) },
];

/** A delivery that was held for so long is given up, and removed as long afterwards. */
async function* removeDeliveries(store: Store, options: RemovalOptions): Removal {
  yield* cancelHeld(store, options);
  yield* removeEnded(store, DELIVERIES, options, (tx, ids) =>
    sql(tx.manager, `DELETE FROM webhook_attempts WHERE delivery_id IN (${marks(ids)})`, ids),
  );
}

/** Reads the index of open deliveries only. */
async function* cancelHeld(store: Store, { before, now, batch }: RemovalOptions): Removal {
  const held = `SELECT id FROM webhook_deliveries WHERE ended_at IS NULL AND state = 'held' AND created_at < ? LIMIT ${batch}`;
  const text = `UPDATE webhook_deliveries SET state = 'cancelled', ended_at = ? WHERE id IN (${held}) RETURNING id`;
  for (let cancelled = batch; cancelled === batch;) {
    cancelled = await store.transaction(async ({ manager }) => (await sql(manager, text, [now, before])).length);
    yield 0;
  }
}
