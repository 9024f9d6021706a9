import { type Claimed, findRows, dialectOf, overList, sql, type Transaction } from '@percept/core';
import { type EntityManager, In } from 'typeorm';
import { admitDelivery } from './circuit-breaker';
import { DeliveryEntity, WAITING, type WaitingDelivery } from '../../entities';
import { EndpointEntity, SENDING, type SendingEndpoint } from '../../entities';
import { isRecovery } from '../recovery';

export interface StartedDelivery {
  delivery: WaitingDelivery;
  endpoint: SendingEndpoint;
}

export interface Times {
  now: number;
  timeoutMs: number;
}

const TO_SEND = 'id, endpoint_id, event_id, body, state, attempts, previous_attempts, releases_next, waiting_for, job_id';
const READ = overList((each) => `SELECT ${TO_SEND} FROM webhook_deliveries WHERE id IN (${each('?')})`);
const MARK = overList(
  (each) => `UPDATE webhook_deliveries SET state = 'sending', next_attempt_at = NULL, waiting_for = NULL,
               job_id = CASE id ${each('WHEN ? THEN ?', ' ')} END
             WHERE id IN (${each('?')})`,
);

/**
 * Marks deliveries as being sent, in the transaction that claims their jobs, and ends or postpones the jobs of those that are
 * not to be sent now. Those that stand for a recovery are left as they are.
 * @returns the delivery to send for each job.
 */
export async function startDeliveries(
  tx: Transaction,
  claimed: readonly Claimed[],
  times: Times,
): Promise<(StartedDelivery | undefined)[]> {
  const { manager } = tx;
  const refs = claimed.map(({ job }) => job.ref);
  // A claim on PostgreSQL uses no snapshot: a concurrent pause must wait, or it would be overwritten.
  const text = `${READ(refs.length)} ${dialectOf(manager).forUpdate}`;
  const rows = await sql<WaitingDelivery>(manager, text, refs);
  const deliveries = byId(rows);
  const endpoints = await endpointsOf(manager, rows, SENDING);
  const started: (StartedDelivery | undefined)[] = [];
  for (const { job, context } of claimed) {
    const delivery = deliveries.get(job.ref);
    const endpoint = delivery && endpoints.get(delivery.endpoint_id);
    const sends = !isRecovery(job) && (await begins(tx, { job, context, delivery, endpoint }, times));
    started.push(sends ? { delivery: delivery!, endpoint: endpoint! } : undefined);
  }
  await markSending(manager, started);
  return started;
}

/** The endpoints of some deliveries, those that were deleted left out. */
export async function endpointsOf<Name extends keyof EndpointEntity>(
  manager: EntityManager,
  deliveries: readonly Pick<DeliveryEntity, 'endpoint_id'>[],
  columns: readonly ('id' | Name)[],
): Promise<Map<string, Pick<EndpointEntity, 'id' | Name>>> {
  const ids = [...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))];
  return byId(await findRows(manager, EndpointEntity, { id: In(ids) }, columns));
}

async function begins(
  tx: Transaction,
  { job, context, delivery, endpoint }: Claimed & Partial<StartedDelivery>,
  times: Times,
): Promise<boolean> {
  const where = { id: job.ref };
  const ours = delivery && WAITING.includes(delivery.state) && (delivery.job_id ?? job.id) === job.id;
  if (!ours || !endpoint?.active) {
    if (!(await context.finish(tx)) || !ours) return false;
    const change = endpoint ? { state: 'held' as const } : { state: 'cancelled' as const, ended_at: times.now };
    await tx.manager.update(DeliveryEntity, where, { ...change, next_attempt_at: null });
    return false;
  }
  delivery.job_id = job.id;
  const wait = await admitDelivery(tx, { endpoint, delivery }, times);
  if (!wait) return true;
  if (!(await context.postpone(tx, wait.until))) return false;
  const state = delivery.attempts > delivery.previous_attempts ? 'retrying' : 'pending';
  await tx.manager.update(DeliveryEntity, where, { ...wait.changes, state, job_id: job.id });
  return false;
}

async function markSending(manager: EntityManager, started: readonly (StartedDelivery | undefined)[]): Promise<void> {
  const ids: string[] = [];
  const jobs: (string | null)[] = [];
  for (const each of started) {
    if (!each) continue;
    ids.push(each.delivery.id);
    jobs.push(each.delivery.id, each.delivery.job_id);
  }
  if (ids.length > 0) await sql(manager, MARK(ids.length), jobs.concat(ids));
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
