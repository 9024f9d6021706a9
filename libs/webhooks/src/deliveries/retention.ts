import {
  RowRemover,
  type Removal,
  type RemovalOptions,
  type RetentionRule,
  type Store,
  type Transaction,
  Queue,
} from '@percept/core';
import { deleteAttempts } from '../entities/attempt.repository';
import { cancelHeld } from '../entities/delivery.repository';
import { deleteEndpoint, listEndpoints } from '../entities/endpoint.repository';

const DELIVERIES = { table: 'webhook_deliveries', createdAt: 'created_at', endedAt: 'ended_at' };
const RECOVERIES = { table: 'webhook_recoveries', createdAt: 'created_at', endedAt: 'ended_at' };

/** Removes deliveries with their attempts, and recoveries. */
export const webhookRetention = (store: Store, keepMs: number): RetentionRule[] => [
  { kind: 'deliveries', keepMs, remove: (options) => removeDeliveries(store, options) },
  { kind: 'recoveries', keepMs, remove: (options) => new RowRemover(store).ended(RECOVERIES, options) },
];

/** The size of a delivery: its body and the answers to it. */
const DELIVERY_BYTES = `length(body) + COALESCE((SELECT SUM(length(response_body)) FROM webhook_attempts
  WHERE delivery_id = webhook_deliveries.id), 0)`;

/** Removes the oldest ended deliveries of projects that store more than this many bytes of them. */
export const webhookSizeRetention = (store: Store, maxBytes: number): RetentionRule => ({
  kind: 'deliveries',
  keepMs: 0,
  remove: (options) =>
    new RowRemover(store).beyond({ ...DELIVERIES, bytes: DELIVERY_BYTES }, { ...options, maxBytes }, removeAttempts),
});

const removeAttempts = (tx: Transaction, ids: string[]): Promise<unknown> => deleteAttempts(tx.manager, ids);

/** A delivery that was held for the whole period is given up, and removed after another period. */
async function* removeDeliveries(store: Store, options: RemovalOptions): Removal {
  yield* cancelLongHeld(store, options);
  yield* new RowRemover(store).ended(DELIVERIES, options, removeAttempts);
}

/** Reads the index of open deliveries only. */
async function* cancelLongHeld(store: Store, { before, now, batch: limit }: RemovalOptions): Removal {
  for (let cancelled = limit; cancelled === limit;) {
    cancelled = await store.transaction(({ manager }) => cancelHeld(manager, { before, now, limit }));
    yield 0;
  }
}

const OWNED_DELIVERIES = { table: 'webhook_deliveries', key: ['id'], owner: 'project_id' };
const OWNED_RECOVERIES = { table: 'webhook_recoveries', key: ['id'], owner: 'endpoint_id' };
const QUEUES = ['deliveries'] as const;

/** Removes the webhooks of a project with their deliveries and attempts, including those of webhooks deleted before. */
export async function* removeProjectWebhooks(store: Store, { projectId, batch }: { projectId: string; batch: number }): Removal {
  const dropJobs = (tx: Transaction, ids: string[]): Promise<void> => Queue.removeJobs(tx.manager, QUEUES, ids);
  const alongside = async (tx: Transaction, ids: string[]): Promise<void> => {
    await dropJobs(tx, ids);
    await deleteAttempts(tx.manager, ids);
  };
  const ids = new Set((await listEndpoints(store.reader, projectId)).map(({ id }) => id));
  const rows = new RowRemover(store);
  yield* rows.whereOwner({ ...OWNED_RECOVERIES, batch, isOwner: (owner) => ids.has(owner) }, dropJobs);
  yield* rows.whereOwner({ ...OWNED_DELIVERIES, batch, isOwner: (owner) => owner === projectId }, alongside);
  for (const id of ids) {
    yield await store.transaction(async ({ manager }) => {
      await deleteEndpoint(manager, id);
      return 1;
    });
  }
}
