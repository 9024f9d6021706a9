import type { Transaction } from '@percept/core';
import type { DeliveryEntity, EndpointEntity, SendingEndpoint, WaitingDelivery } from '../../entities';
import { openCircuits, takeProbe, updateEndpoint } from '../../entities/endpoint.repository';

/** This many failed attempts in a row open the circuit. */
const FAILURES = 10;
const OPEN_MS = 30_000;
/** A hanging probe ends by its time limit; this much later another one may start. */
const MARGIN_MS = 5_000;

interface CircuitWait {
  /** When the delivery's job comes again, ms since the epoch. */
  until: number;
  /** The changes of the delivery that show the wait. */
  changes: Partial<DeliveryEntity>;
}

/** The number of concurrent attempts that an open circuit allows its endpoint: none, and one probe after 30 s. */
export async function circuitLimits({ manager }: Transaction, now: number): Promise<Map<string, number>> {
  return new Map((await openCircuits(manager)).map(({ id, until }) => [id, until > now ? 0 : 1]));
}

/** Returns the wait before an attempt, or undefined if it may start now. A wait does not count as an attempt. */
export async function admitDelivery(
  { manager }: Transaction,
  { endpoint, delivery }: { endpoint: SendingEndpoint; delivery: WaitingDelivery },
  { now, timeoutMs }: { now: number; timeoutMs: number },
): Promise<CircuitWait | undefined> {
  const { id, circuit_until, rate_per_second, next_send_at } = endpoint;
  // The job was claimed before the circuit opened: it goes back in the queue until the circuit lets it through.
  const inLine = { until: now, changes: { next_attempt_at: null } };
  if (circuit_until !== null) {
    if (circuit_until > now) return inLine;
    endpoint.circuit_until = now + timeoutMs + MARGIN_MS;
    return (await takeProbe(manager, { id, circuit_until }, endpoint.circuit_until)) ? undefined : inLine;
  }
  // A delivery that has already waited for the rate has its slot.
  if (rate_per_second === null || delivery.waiting_for === 'rate') return undefined;
  const slot = Math.max(now, next_send_at ?? 0);
  endpoint.next_send_at = slot + Math.ceil(1_000 / rate_per_second);
  await updateEndpoint(manager, id, { next_send_at: endpoint.next_send_at });
  return slot > now ? { until: slot, changes: { next_attempt_at: slot, waiting_for: 'rate' } } : undefined;
}

type Health = Pick<EndpointEntity, 'consecutive_failures' | 'failing_since' | 'circuit_until'>;

/** The health of an endpoint after an attempt: ten failures in a row open the circuit for 30 s, a success closes it. */
export function healthAfter(
  { consecutive_failures, failing_since, circuit_until }: Health,
  failed: boolean,
  now: number,
): Health {
  if (!failed) return { consecutive_failures: 0, failing_since: null, circuit_until: null };
  const open = consecutive_failures + 1 >= FAILURES;
  return {
    consecutive_failures: consecutive_failures + 1,
    failing_since: failing_since ?? now,
    circuit_until: open ? now + OPEN_MS : circuit_until,
  };
}
