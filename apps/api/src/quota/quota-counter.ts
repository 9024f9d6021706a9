import { type Clock, type Events, findRows, type Store, systemClock, lockRow, type Transaction, updateRows } from '@percept/core';
import { In } from 'typeorm';
import { minuteOf, monthEnd, monthOf } from './calendar';
import { KeyCounterEntity } from './key-counter.entity';
import { grant, type Reservation, type ReservationRequest } from './reservation';

/** Percent of the month's requests at which an event tells of it. */
const THRESHOLDS = [80, 100];

interface Waiting {
  wanted: ReservationRequest;
  /** Given back instead of taken: the month that it was taken in. */
  refund?: string;
  resolve: (taken: Reservation) => void;
  reject: (error: unknown) => void;
}

interface Parts {
  store: Store;
  events: Pick<Events, 'emit'>;
  clock?: Clock;
}

/**
 * Counts requests exactly, over all processes: a key's requests are granted one transaction after the other. Those that come
 * while one commits share the next, so that many at once cost little more than one.
 */
export class QuotaCounter {
  private readonly clock: Clock;
  /** By key; there from the first request to the end of the last. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly parts: Parts) {
    this.clock = parts.clock ?? systemClock;
  }

  /** Takes one request, or says what there is too little of. */
  reserve(wanted: ReservationRequest): Promise<Reservation> {
    return this.join(wanted);
  }

  /** Gives one back that came to nothing. */
  refund(wanted: ReservationRequest, taken: Reservation): Promise<Reservation> {
    return this.join(wanted, monthOf(taken.at));
  }

  /** Used this month. */
  async used(keyIds: readonly string[]): Promise<Map<string, number>> {
    const month = monthOf(this.clock.now());
    const rows = await this.parts.store.reader.findBy(KeyCounterEntity, { key_id: In([...keyIds]), month });
    return new Map(rows.map(({ key_id, used }) => [key_id, used]));
  }

  private join(wanted: ReservationRequest, refund?: string): Promise<Reservation> {
    return new Promise((resolve, reject) => {
      const entry = { wanted, refund, resolve, reject };
      const others = this.waiting.get(wanted.keyId);
      if (others) return void others.push(entry);
      this.waiting.set(wanted.keyId, [entry]);
      void this.write(wanted.keyId);
    });
  }

  private async write(keyId: string): Promise<void> {
    // Those that come in the same turn of the event loop go along.
    await Promise.resolve();
    for (let group = this.next(keyId); group.length > 0; group = this.next(keyId)) {
      try {
        const taken = await this.parts.store.transaction((tx) => this.count(tx, keyId, group));
        group.forEach(({ resolve }, index) => resolve(taken[index]!));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.waiting.delete(keyId);
  }

  private next(keyId: string): Waiting[] {
    return this.waiting.get(keyId)!.splice(0);
  }

  private async count(tx: Transaction, keyId: string, group: readonly Waiting[]): Promise<Reservation[]> {
    await lockRow(tx.manager, `counters of ${keyId}`);
    const at = this.clock.now();
    const month = monthOf(at);
    const answers = new Map<Waiting, Reservation>();
    for (const each of new Set(group.map(({ refund }) => refund ?? month))) {
      const its = group.filter(({ refund }) => (refund ?? month) === each);
      for (const [entry, taken] of await this.countMonth(tx, { key_id: keyId, month: each }, { its, at }))
        answers.set(entry, taken);
    }
    return group.map((entry) => answers.get(entry)!);
  }

  private async countMonth(
    tx: Transaction,
    row: { key_id: string; month: string },
    { its, at }: { its: readonly Waiting[]; at: number },
  ): Promise<[Waiting, Reservation][]> {
    const [known] = await findRows(tx.manager, KeyCounterEntity, row);
    const minute = minuteOf(at);
    const takes = its.filter(({ refund }) => !refund);
    const before = {
      used: (known?.used ?? 0) - (its.length - takes.length),
      minuteUsed: known?.minute === minute ? known.minute_used : 0,
    };
    const { taken, after } = grant(before, takes, at);
    const notified_percent = known?.notified_percent ?? 0;
    const reached = THRESHOLDS.filter(
      (percent) => percent > notified_percent && after.used * 100 >= percent * its[0]!.wanted.limit,
    );
    const counters = {
      used: after.used,
      minute,
      minute_used: after.minuteUsed,
      notified_percent: reached.at(-1) ?? notified_percent,
    };
    if (known) await updateRows(tx.manager, KeyCounterEntity, row, counters);
    else await tx.manager.insert(KeyCounterEntity, { ...row, ...counters });
    for (const percent of reached) await this.tell(tx, { ...its[0]!.wanted, month: row.month, used: after.used, percent });
    const given: Reservation = { at, ...before };
    return its.map((entry) => [entry, entry.refund ? given : taken.shift()!]);
  }

  private async tell(tx: Transaction, { accountId, keyId, month, percent, used, limit }: Reached): Promise<void> {
    const resets_at = new Date(monthEnd(Date.parse(`${month}-01`))).toISOString();
    const data = { account_id: accountId, key_id: keyId, month, threshold: percent, used, limit, resets_at };
    await this.parts.events.emit(tx, 'quota.threshold_reached', data);
  }
}

interface Reached extends ReservationRequest {
  month: string;
  used: number;
  percent: number;
}
