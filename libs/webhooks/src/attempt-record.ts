import { type Events, type JobContext, marks, newId, type Queue, sql, type Transaction } from '@percept/core';
import { healthAfter } from './admission';
import { endpointsOf } from './beginning';
import type { DeliveryState, WaitingDelivery } from './delivery.entity';
import { EndpointRow } from './endpoint.entity';
import type { Exchange } from './exchange';
import { nextWait, type RetryRules } from './retry';
import { hold, sendNextHeld } from './standstill';

const GIVE_UP_MS = 24 * 3_600_000;

/** An attempt that ended. */
export interface Sent {
  delivery: WaitingDelivery;
  exchange: Exchange;
  context: JobContext;
}

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
 * Writes down what came of attempts, together with the end or the return of their jobs. Nothing is written of one whose job
 * somebody else holds by now.
 */
export async function recordAll(tx: Transaction, sent: readonly Sent[], recording: Recording): Promise<void> {
  const { queue, rules, now } = recording;
  const deliveries = sent.map(({ delivery }) => delivery);
  const endpoints = await endpointsOf(tx.manager, deliveries);
  const written = new Written();
  const afterwards: (() => Promise<void>)[] = [];
  const judged = sent.map((each) => {
    const { delivery, exchange } = each;
    const endpoint = endpoints.get(delivery.endpoint_id);
    const number = delivery.attempts + 1;
    const outcome = judge(endpoint, { ...exchange, number: number - delivery.attempts_before, at: now }, rules);
    if (endpoint) written.health(endpoint, healthAfter(endpoint, exchange.reason !== null, now));
    const { disable } = outcome;
    if (endpoint && disable) {
      endpoint.active = false;
      afterwards.push(() => switchOff(tx, endpoint, { reason: disable, ...recording }));
    }
    return { ...each, ...outcome, number, endpoint };
  });
  const ended = judged.filter(({ nextAt }) => nextAt === undefined).map(({ context }) => context);
  const ours = await queue.finishAll(tx, ended);
  for (const { nextAt, context } of judged) if (nextAt !== undefined && (await context.postpone(tx, nextAt))) ours.add(context);
  for (const { context, delivery, endpoint, ...attempt } of judged) {
    if (!ours.has(context)) continue;
    written.attempt(delivery.id, attempt, now);
    if (!delivery.in_order || !endpoint) continue;
    afterwards.push(async () => void (endpoint.active && (await sendNextHeld(tx, queue, endpoint.id))));
  }
  await written.save(tx);
  for (const each of afterwards) await each();
}

function judge(
  endpoint: EndpointRow | undefined,
  attempt: Exchange & { number: number; at: number },
  rules: RetryRules,
): Outcome {
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

type Health = ReturnType<typeof healthAfter>;

const ATTEMPT = 'id, delivery_id, number, at, duration_ms, status, reason, response_body, response_headers';

/** What is to be written of a group, in as few statements as may be: equal changes are one. */
class Written {
  private readonly attempts: unknown[][] = [];
  private readonly outcomes = new Map<string, string[]>();
  private readonly healths = new Map<string, Health>();

  attempt(id: string, { number, exchange, state, nextAt }: Outcome & { number: number; exchange: Exchange }, now: number): void {
    const { durationMs, status, reason, body, headers } = exchange;
    const answer = [status, reason, body, headers && JSON.stringify(headers)];
    this.attempts.push([newId('att'), id, number, now - durationMs, durationMs, ...answer]);
    const ended = nextAt === undefined && state !== 'held';
    const outcome = JSON.stringify([state, number, nextAt ?? null, ended ? now : null]);
    this.outcomes.set(outcome, [...(this.outcomes.get(outcome) ?? []), id]);
  }

  /** The row is kept as it is then: the next attempt of the group counts from there. */
  health(endpoint: EndpointRow, after: Health): void {
    const known = (Object.keys(after) as (keyof Health)[]).every((name) => endpoint[name] === after[name]);
    if (known) return;
    Object.assign(endpoint, after);
    this.healths.set(endpoint.id, after);
  }

  async save({ manager }: Transaction): Promise<void> {
    for (const [id, health] of this.healths) await manager.update(EndpointRow, { id }, health);
    if (this.attempts.length === 0) return;
    const rows = this.attempts.map((row) => `(${marks(row)})`).join(', ');
    await sql(manager, `INSERT INTO webhook_attempts (${ATTEMPT}) VALUES ${rows}`, this.attempts.flat());
    for (const [outcome, ids] of this.outcomes) {
      await sql(
        manager,
        `UPDATE webhook_deliveries SET state = ?, attempts = ?, next_attempt_at = ?, ended_at = ?, in_order = 0
         WHERE id IN (${marks(ids)})`,
        [...(JSON.parse(outcome) as unknown[]), ...ids],
      );
    }
  }
}

/** Switches the endpoint off; never silently. */
async function switchOff(
  tx: Transaction,
  { id, url }: EndpointRow,
  { reason, queue, events, now }: Recording & { reason: string },
): Promise<void> {
  await tx.manager.update(EndpointRow, { id }, { active: false, disabled_reason: reason, updated_at: now });
  await hold(tx, queue, id);
  await events.emit(tx, 'webhook.disabled', { webhook_id: id, url, reason });
}
