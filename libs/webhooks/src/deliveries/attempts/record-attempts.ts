import type { Events, JobContext, Queue, Transaction } from '@percept/core';
import { healthAfter } from './circuit-breaker';
import { type DeliveryState, type EndpointHealth, HEALTH, type WaitingDelivery } from '../../entities';
import { insertAttempts } from '../../entities/attempt.repository';
import { recordOutcome } from '../../entities/delivery.repository';
import { findDeliveryEndpoints, updateEndpoint } from '../../entities/endpoint.repository';
import type { ReceiverResponse } from './delivery-request';
import { nextWait, type RetryRules } from './retry';
import { hold, sendNextHeld } from '../../endpoints';

/** The number of the attempt that was made, from 1. */
const attemptNumber = ({ attempts }: WaitingDelivery): number => attempts + 1;

const DISABLE_AFTER_MS = 24 * 3_600_000;

/** A delivery whose attempt has ended. */
export interface SentDelivery {
  delivery: WaitingDelivery;
  response: ReceiverResponse;
  context: JobContext;
}

interface RecordedAttempt {
  queue: Queue;
  events: Events;
  rules: RetryRules;
  /** ms since the epoch. */
  now: number;
}

interface Outcome {
  state: DeliveryState;
  /** Set if another attempt follows. */
  nextAt?: number;
  /** Why the endpoint must be disabled. */
  disable?: string;
}

/**
 * Records the results of attempts, together with the end or the return of their jobs. Nothing is recorded for a job that another
 * process holds by now.
 */
export async function recordAttempts(tx: Transaction, sent: readonly SentDelivery[], recording: RecordedAttempt): Promise<void> {
  const { queue, now } = recording;
  const writer = new AttemptWriter(now);
  const evaluated = await evaluateAll(tx, sent, { ...recording, writer });
  const ended = evaluated.filter(({ outcome }) => outcome.nextAt === undefined).map(({ sent: { context } }) => context);
  const ours = await queue.finishAll(tx, ended);
  for (const {
    sent: { context },
    outcome: { nextAt },
  } of evaluated) {
    if (nextAt !== undefined && (await context.postpone(tx, nextAt))) ours.add(context);
  }
  for (const { sent: each, outcome } of evaluated) if (ours.has(each.context)) writer.attempt(each, outcome);
  await writer.save(tx);
  for (const {
    sent: { context, delivery },
    outcome,
    endpoint,
  } of evaluated) {
    if (endpoint && outcome.disable) await switchOff(tx, endpoint, { reason: outcome.disable, ...recording });
    if (delivery.releases_next && endpoint?.active && ours.has(context)) await sendNextHeld(tx, queue, endpoint);
  }
}

interface EvaluatedAttempt {
  sent: SentDelivery;
  outcome: Outcome;
  endpoint: EndpointHealth | undefined;
}

/** Evaluates each attempt; its effect on the endpoint counts for the next one of the group. */
async function evaluateAll(
  tx: Transaction,
  sent: readonly SentDelivery[],
  { rules, now, writer }: RecordedAttempt & { writer: AttemptWriter },
): Promise<EvaluatedAttempt[]> {
  const deliveries = sent.map(({ delivery }) => delivery);
  const endpoints = await findDeliveryEndpoints(tx.manager, deliveries, HEALTH);
  return sent.map((each) => {
    const { delivery, response } = each;
    const endpoint = endpoints.get(delivery.endpoint_id);
    const outcome = evaluate(
      endpoint,
      response,
      { number: attemptNumber(delivery) - delivery.previous_attempts, at: now },
      rules,
    );
    if (endpoint) writer.health(endpoint, healthAfter(endpoint, response.reason !== null, now));
    if (endpoint && outcome.disable) endpoint.active = false;
    return { sent: each, outcome, endpoint };
  });
}

function evaluate(
  endpoint: EndpointHealth | undefined,
  response: ReceiverResponse,
  { number, at }: { number: number; at: number },
  rules: RetryRules,
): Outcome {
  if (response.reason === null) return { state: 'succeeded' };
  if (!endpoint) return { state: 'cancelled' };
  if (!endpoint.active) return { state: 'held' };
  if (response.status === 410) return { state: 'held', disable: 'The receiver answered 410 Gone.' };
  if (endpoint.failing_since !== null && at - endpoint.failing_since >= DISABLE_AFTER_MS) {
    return { state: 'held', disable: 'Every delivery failed for 24 hours.' };
  }
  const wait = nextWait({ ...response, number, at, maxAttempts: endpoint.max_attempts }, rules);
  return wait === undefined ? { state: 'exhausted' } : { state: 'retrying', nextAt: at + wait };
}

type Health = ReturnType<typeof healthAfter>;

/** Writes a group with as few statements as possible: equal changes share a statement. */
class AttemptWriter {
  private readonly attempts: unknown[] = [];
  private readonly outcomes = new Map<string, { values: unknown[]; ids: string[] }>();
  private readonly healths = new Map<string, Health>();

  constructor(private readonly now: number) {}

  attempt({ delivery, response }: SentDelivery, { state, nextAt }: Outcome): void {
    const { durationMs, status, reason, requestHeaders, body, headers } = response;
    const number = attemptNumber(delivery);
    this.attempts.push(delivery.id, number, this.now - durationMs, durationMs);
    this.attempts.push(status, reason, requestHeaders && JSON.stringify(requestHeaders));
    this.attempts.push(body, headers && JSON.stringify(headers));
    const ended = nextAt === undefined && state !== 'held';
    const key = `${state} ${number} ${nextAt}`;
    const outcome = this.outcomes.get(key);
    if (outcome) outcome.ids.push(delivery.id);
    else this.outcomes.set(key, { values: [state, number, nextAt ?? null, ended ? this.now : null], ids: [delivery.id] });
  }

  /** Updates the row in memory, too: the next attempt of the group counts from there. */
  health(endpoint: EndpointHealth, after: Health): void {
    const known = (Object.keys(after) as (keyof Health)[]).every((name) => endpoint[name] === after[name]);
    if (known) return;
    Object.assign(endpoint, after);
    this.healths.set(endpoint.id, after);
  }

  async save({ manager }: Transaction): Promise<void> {
    for (const [id, health] of this.healths) await updateEndpoint(manager, id, health);
    if (this.attempts.length === 0) return;
    await insertAttempts(manager, this.attempts);
    for (const { values, ids } of this.outcomes.values()) await recordOutcome(manager, ids, values);
  }
}

/** Switches the endpoint off and tells about it. */
async function switchOff(
  tx: Transaction,
  { id, project_id, url }: EndpointHealth,
  { reason, queue, events, now }: RecordedAttempt & { reason: string },
): Promise<void> {
  await updateEndpoint(tx.manager, id, { active: false, disabled_reason: reason, updated_at: now });
  await hold(tx, queue, id);
  await events.emit(tx, project_id, 'system.notification', { kind: 'webhook_disabled', webhook_id: id, url, reason });
}
