import type { JobContext, Queue, Transaction } from '@percept/core';
import { updateDelivery } from '../entities/delivery.repository';
import { findEndpoint } from '../entities/endpoint.repository';
import { findRecoverable, findRecovery, updateRecovery } from '../entities/recovery.repository';

const QUEUE = 'deliveries';
const PORTION = 100;
/** The rate for endpoints without their own. */
const PER_SECOND = 20;

/** Whether a job of the queue 'deliveries' runs a recovery. */
export function isRecovery({ ref }: { ref: string }): boolean {
  return ref.startsWith('rcv_');
}

interface RecoveryContext {
  queue: Queue;
  context: JobContext;
  now: number;
}

/**
 * Puts the next portion of a recovery in the queue, spaced by the endpoint's rate, and comes back when it is through. If the
 * process dies, the queue keeps its jobs, and the rest follows.
 */
export async function recoverBatch(tx: Transaction, id: string, { queue, context, now }: RecoveryContext): Promise<void> {
  const row = await findRecovery(tx.manager, id);
  const endpoint = row && (await findEndpoint(tx.manager, row.endpoint_id));
  const batch = row && endpoint ? await findRecoverable(tx.manager, row, PORTION) : [];
  const spacing = 1_000 / (endpoint?.rate_per_second ?? PER_SECOND);
  const more = batch.length === PORTION;
  const ours = more ? await context.postpone(tx, now + Math.ceil(PORTION * spacing)) : await context.finish(tx);
  if (!ours || !row) return;
  for (const [index, { id: ref, attempts }] of batch.entries()) {
    // The endpoint was switched off meanwhile: held deliveries are sent when it is switched on.
    const again = { state: endpoint!.active ? ('pending' as const) : ('held' as const), previous_attempts: attempts };
    await updateDelivery(tx.manager, ref, { ...again, ended_at: null, waiting_for: null, job_id: null });
    if (!endpoint!.active) continue;
    // New deliveries go first. Each waits until the one before it was sent: two at once could overtake each other.
    const inOrder = { key: id, keyLimit: 1 };
    const options = { group: row.endpoint_id, priority: -1, runAt: now + Math.round(index * spacing), ...inOrder };
    await queue.add(tx, QUEUE, ref, options);
  }
  const cursor = batch.at(-1)?.id ?? row.cursor;
  const recovered = row.recovered + batch.length;
  await updateRecovery(tx.manager, id, { cursor, recovered, ended_at: more ? null : now });
}
