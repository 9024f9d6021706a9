import type { Queue, Transaction } from '@percept/core';
import type { DeliveryRow } from './delivery.entity';
import { EndpointRow } from './endpoint.entity';
import { release } from './standstill';

/** So many attempts failed in a row open the circuit. */
const FAILURES = 10;
const OPEN_MS = 30_000;
/** A probe that hangs ends by its time limit; this much later another one may start. */
const MARGIN_MS = 5_000;

export interface Wait {
  for: 'circuit' | 'rate';
  /** ms since the epoch. */
  until: number;
}

/**
 * Whether an attempt may start now, or what it waits for; a wait is no attempt. Where the circuit was open long enough, this
 * one is its probe, and the others wait until that has ended.
 */
export async function admit(
  tx: Transaction,
  { endpoint, delivery }: { endpoint: EndpointRow; delivery: DeliveryRow },
  { now, timeoutMs }: { now: number; timeoutMs: number },
): Promise<Wait | undefined> {
  const { id, circuit_until, rate_per_second, next_slot_at } = endpoint;
  if (circuit_until !== null) {
    if (circuit_until > now) return { for: 'circuit', until: circuit_until };
    const until = now + timeoutMs + MARGIN_MS;
    const { affected } = await tx.manager.update(EndpointRow, { id, circuit_until }, { circuit_until: until });
    return affected === 1 ? undefined : { for: 'circuit', until };
  }
  // Whoever has waited for the rate has its place already.
  if (rate_per_second === null || delivery.waits_for === 'rate') return undefined;
  const slot = Math.max(now, next_slot_at ?? 0);
  await tx.manager.update(EndpointRow, { id }, { next_slot_at: slot + Math.ceil(1_000 / rate_per_second) });
  return slot > now ? { for: 'rate', until: slot } : undefined;
}

/** Counts what came of an attempt: ten failures in a row open the circuit for 30 s, a success closes it and wakes who waits. */
export async function countOutcome(
  tx: Transaction,
  queue: Queue,
  { endpoint, failed, now }: { endpoint: EndpointRow; failed: boolean; now: number },
): Promise<void> {
  const { id, failures_in_row, failing_since, circuit_until } = endpoint;
  if (failed) {
    const open = failures_in_row + 1 >= FAILURES;
    const changes = { failing_since: failing_since ?? now, failures_in_row: failures_in_row + 1 };
    await tx.manager.update(EndpointRow, { id }, { ...changes, ...(open && { circuit_until: now + OPEN_MS }) });
    return;
  }
  if (failures_in_row === 0 && failing_since === null && circuit_until === null) return;
  await tx.manager.update(EndpointRow, { id }, { failures_in_row: 0, failing_since: null, circuit_until: null });
  if (circuit_until !== null) await release(tx, queue, { endpointId: id, from: 'circuit' });
}
