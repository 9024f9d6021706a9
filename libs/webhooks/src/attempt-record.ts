import { type Events, type JobContext, newId, type Queue, type Transaction } from '@percept/core';
import { countOutcome } from './admission';
import { AttemptRow } from './attempt.entity';
import { DeliveryRow, type DeliveryState } from './delivery.entity';
import { EndpointRow } from './endpoint.entity';
import type { Exchange } from './exchange';
import { nextWait, type RetryRules } from './retry';
import { hold, sendNextHeld } from './standstill';

const GIVE_UP_MS = 24 * 3_600_000;

export interface Recording {
  queue: Queue;
  events: Events;
  rules: RetryRules;
  /** ms since the epoch. */
  now: number;
}

interface Outcome {
  state: DeliveryState;
  /** Set where another attempt follows. */
  nextAt?: number;
  /** Why the endpoint is to be switched off. */
  disable?: string;
}

/**
 * Writes down what came of an attempt, together with the end or the return of its job. Nothing is written where somebody
 * else holds the job by now.
 */
export async function record(
  tx: Transaction,
  delivery: DeliveryRow,
  { exchange, context, ...recording }: Recording & { exchange: Exchange; context: JobContext },
): Promise<void> {
  const { now } = recording;
  const number = delivery.attempts + 1;
  const endpoint = await tx.manager.findOneBy(EndpointRow, { id: delivery.endpoint_id });
  const outcome = judge(endpoint, { ...exchange, number: number - delivery.attempts_before, at: now }, recording.rules);
  const { state, nextAt } = outcome;
  const ours = nextAt === undefined ? await context.finish(tx) : await context.postpone(tx, nextAt);
  if (!ours) return;
  await tx.manager.insert(AttemptRow, {
    id: newId('att'),
    delivery_id: delivery.id,
    number,
    at: now - exchange.durationMs,
    duration_ms: exchange.durationMs,
    status: exchange.status,
    reason: exchange.reason,
    response_body: exchange.body,
    response_headers: exchange.headers,
  });
  const ended = nextAt === undefined && state !== 'held';
  const changes = { state, attempts: number, next_attempt_at: nextAt ?? null, ended_at: ended ? now : null, in_order: 0 };
  await tx.manager.update(DeliveryRow, { id: delivery.id }, changes);
  if (!endpoint) return;
  await countOutcome(tx, recording.queue, { endpoint, failed: exchange.reason !== null, now });
  if (outcome.disable) await disable(tx, endpoint, { reason: outcome.disable, ...recording });
  else if (delivery.in_order && endpoint.active) await sendNextHeld(tx, recording.queue, endpoint.id);
}

function judge(endpoint: EndpointRow | null, attempt: Exchange & { number: number; at: number }, rules: RetryRules): Outcome {
  if (attempt.reason === null) return { state: 'succeeded' };
  if (!endpoint) return { state: 'cancelled' };
  if (!endpoint.active) return { state: 'held' };
  if (attempt.status === 410) return { state: 'held', disable: 'The receiver answered 410 Gone.' };
  if (endpoint.failing_since !== null && attempt.at - endpoint.failing_since >= GIVE_UP_MS) {
    return { state: 'held', disable: 'Every delivery failed for 24 hours.' };
  }
  const wait = nextWait(attempt, rules);
  return wait === undefined ? { state: 'exhausted' } : { state: 'retrying', nextAt: attempt.at + wait };
}

/** Switches the endpoint off; never silently. */
async function disable(
  tx: Transaction,
  { id, url }: EndpointRow,
  { reason, queue, events, now }: Recording & { reason: string },
): Promise<void> {
  await tx.manager.update(EndpointRow, { id }, { active: false, disabled_reason: reason, updated_at: now });
  await hold(tx, queue, id);
  await events.emit(tx, 'webhook.disabled', { webhook_id: id, url, reason });
}
