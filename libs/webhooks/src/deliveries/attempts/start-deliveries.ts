import type { Claimed, Transaction } from '@percept/core';
import { admitDelivery } from './circuit-breaker';
import { SENDING, type SendingEndpoint, WAITING, type WaitingDelivery } from '../../entities';
import { lockDeliveries, markSending, updateDelivery } from '../../entities/delivery.repository';
import { findDeliveryEndpoints } from '../../entities/endpoint.repository';
import { readFilteringJob } from '../filters/filtering-jobs';
import { isRecovery } from '../recovery';

export interface StartedDelivery {
  delivery: WaitingDelivery;
  endpoint: SendingEndpoint;
}

interface StartTimes {
  now: number;
  timeoutMs: number;
}

/**
 * Marks deliveries as being sent, in the transaction that claims their jobs. Jobs whose delivery must not be sent now are ended or
 * postponed. Jobs for recoveries and filters stay unchanged.
 * @returns the delivery to send for each job.
 */
export async function startDeliveries(
  tx: Transaction,
  claimed: readonly Claimed[],
  times: StartTimes,
): Promise<(StartedDelivery | undefined)[]> {
  const { manager } = tx;
  const refs = claimed.map(({ job }) => job.ref);
  const rows = await lockDeliveries(manager, refs);
  const deliveries = new Map(rows.map((row) => [row.id, row]));
  const endpoints = await findDeliveryEndpoints(manager, rows, SENDING);
  const started: (StartedDelivery | undefined)[] = [];
  for (const { job, context } of claimed) {
    const delivery = deliveries.get(job.ref);
    const endpoint = delivery && endpoints.get(delivery.endpoint_id);
    const isDelivery = !isRecovery(job) && !readFilteringJob(job);
    const sends = isDelivery && (await begins(tx, { job, context, delivery, endpoint }, times));
    started.push(sends ? { delivery: delivery!, endpoint: endpoint! } : undefined);
  }
  await markSending(
    manager,
    started.flatMap((each) => (each ? [each.delivery] : [])),
  );
  return started;
}

async function begins(
  tx: Transaction,
  { job, context, delivery, endpoint }: Claimed & Partial<StartedDelivery>,
  times: StartTimes,
): Promise<boolean> {
  const ours = delivery && WAITING.includes(delivery.state) && (delivery.job_id ?? job.id) === job.id;
  if (!ours || !endpoint?.active) {
    if (!(await context.finish(tx)) || !ours) return false;
    const change = endpoint ? { state: 'held' as const } : { state: 'cancelled' as const, ended_at: times.now };
    await updateDelivery(tx.manager, job.ref, { ...change, next_attempt_at: null });
    return false;
  }
  delivery.job_id = job.id;
  const wait = await admitDelivery(tx, { endpoint, delivery }, times);
  if (!wait) return true;
  if (!(await context.postpone(tx, wait.until))) return false;
  const state = delivery.attempts > delivery.previous_attempts ? 'retrying' : 'pending';
  await updateDelivery(tx.manager, job.ref, { ...wait.changes, state, job_id: job.id });
  return false;
}
