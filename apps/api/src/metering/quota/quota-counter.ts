import { Injectable, Optional } from '@nestjs/common';
import { type Clock, Events, Store, systemClock, type Transaction, TransactionBatcher } from '@percept/core';
import { toMinute, monthEnd, toMonth } from './calendar';
import { ProjectLimits } from '../../access/auth/projects/project-limits';
import { findCounter, findCounters, saveCounter } from './key-counter.repository';
import { grantReservations, type Reservation, type ReservationRequest } from './reservation';

/** Percentages of the month's requests at which an event is emitted. */
const THRESHOLDS = [80, 100];

/** A reservation or refund. */
interface Entry {
  request: ReservationRequest;
  /** Only for a refund: the month of the reservation. */
  refundedMonth?: string;
}

/**
 * Counts requests exactly, across all processes. Each key has one transaction at a time. Requests that arrive during a commit share
 * the next transaction, so a hundred cost little more than one.
 */
@Injectable()
export class QuotaCounter {
  /** By key id. An entry exists while the key has an open transaction. */
  private readonly batchers = new Map<string, TransactionBatcher<Entry, Reservation>>();

  constructor(
    private readonly store: Store,
    private readonly events: Events,
    @Optional() private readonly clock: Clock = systemClock,
    @Optional() private readonly limits?: ProjectLimits,
  ) {}

  /** Reserves one request of both the project and the key, or returns the limit that refuses it. */
  async reserve(request: ReservationRequest): Promise<Reservation> {
    const shared = await this.sharedRequest(request);
    if (!shared) return this.enqueue(request);
    const all = await this.enqueue(shared);
    // If the project refuses, the key's remaining requests do not matter.
    if (all.refused) return { ...all, projectLimit: shared.limit, used: request.limit };
    const own = await this.enqueue(request);
    if (own.refused) await this.enqueue(shared, toMonth(all.at));
    return own;
  }

  /** Refunds a reservation whose request failed. */
  async refund(request: ReservationRequest, reservation: Reservation): Promise<Reservation> {
    const month = toMonth(reservation.at);
    const shared = await this.sharedRequest(request);
    if (shared) await this.enqueue(shared, month);
    return this.enqueue(request, month);
  }

  /** The same request against the project's limit. Undefined if the project has none. */
  private async sharedRequest({ projectId, counted, count }: ReservationRequest): Promise<ReservationRequest | undefined> {
    const limit = counted ? await this.limits?.of(projectId) : undefined;
    return limit === undefined ? undefined : { keyId: projectId, projectId, limit, counted, count };
  }

  /** Requests used this month, by key id. */
  async used(keyIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await findCounters(this.store.reader, keyIds, toMonth(this.clock.now()));
    return new Map(rows.map(({ key_id, used }) => [key_id, used]));
  }

  private enqueue(request: ReservationRequest, refundedMonth?: string): Promise<Reservation> {
    const { keyId } = request;
    const batcher =
      this.batchers.get(keyId) ??
      new TransactionBatcher<Entry, Reservation>(this.store, (tx, group) => this.write(tx, keyId, group), {
        atOnce: true,
        onIdle: () => this.batchers.delete(keyId),
      });
    this.batchers.set(keyId, batcher);
    return batcher.add({ request, refundedMonth });
  }

  private async write(tx: Transaction, keyId: string, group: readonly Entry[]): Promise<Reservation[]> {
    await tx.lock(`counters of ${keyId}`);
    const at = this.clock.now();
    const currentMonth = toMonth(at);
    const results = new Map<Entry, Reservation>();
    const monthFor = ({ refundedMonth }: Entry): string => refundedMonth ?? currentMonth;
    for (const month of new Set(group.map(monthFor))) {
      const entries = group.filter((each) => monthFor(each) === month);
      for (const [entry, reservation] of await this.writeMonth(tx, { key_id: keyId, month }, { entries, at }))
        results.set(entry, reservation);
    }
    return group.map((entry) => results.get(entry)!);
  }

  private async writeMonth(
    tx: Transaction,
    row: { key_id: string; month: string },
    { entries, at }: { entries: readonly Entry[]; at: number },
  ): Promise<[Entry, Reservation][]> {
    const known = await findCounter(tx.manager, row);
    const minute = toMinute(at);
    const requests = entries.filter(({ refundedMonth }) => !refundedMonth).map(({ request }) => request);
    const refunds = entries.filter(({ refundedMonth }) => refundedMonth).map(({ request: { count = 1 } }) => count);
    const before = {
      used: (known?.used ?? 0) - refunds.reduce((sum, count) => sum + count, 0),
      minuteUsed: known?.minute === minute ? known.minute_used : 0,
    };
    const { granted, after } = grantReservations(before, requests, at);
    const { request } = entries[0]!;
    const notified = known?.notified_percent ?? 0;
    const reached = THRESHOLDS.filter((percent) => percent > notified && after.used * 100 >= percent * request.limit);
    const notified_percent = reached.at(-1) ?? notified;
    const counters = { used: after.used, minute, minute_used: after.minuteUsed, notified_percent };
    await saveCounter(tx.manager, row, counters);
    for (const percent of reached) await this.emitReached(tx, { ...request, month: row.month, used: after.used, percent });
    const refunded: Reservation = { at, ...before };
    return entries.map((entry) => [entry, entry.refundedMonth ? refunded : granted.shift()!]);
  }

  private async emitReached(tx: Transaction, reached: ReachedThreshold): Promise<void> {
    const { projectId, keyId, month, percent, used, limit } = reached;
    const resets_at = new Date(monthEnd(Date.parse(`${month}-01`))).toISOString();
    const data = { project_id: projectId, key_id: keyId, month, threshold: percent, used, limit, resets_at };
    await this.events.emit(tx, projectId, 'quota.threshold_reached', data);
  }
}

interface ReachedThreshold extends ReservationRequest {
  month: string;
  used: number;
  percent: number;
}
