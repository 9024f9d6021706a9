import { type Clock, Events, Store, systemClock, type Transaction } from '@percept/core';
import { minuteOf, monthEnd, monthOf } from './calendar';
import { KeyCounter } from './key-counter.entity';
import { grant, type Taken, type Wanted } from './take';

/** Percent of the month's requests at which an event tells of it. */
const THRESHOLDS = [80, 100];

interface Waiting {
  wanted: Wanted;
  /** Given back instead of taken: the month that it was taken in. */
  refund?: string;
  resolve: (taken: Taken) => void;
  reject: (error: unknown) => void;
}

interface Parts {
  store: Store;
  events: Pick<Events, 'emit'>;
  clock?: Clock;
}

/**
 * Counts requests exactly, over all processes: a request is granted in a transaction that holds its key's row. Requests that
 * come while one commits share the next, so that many at once cost little more than one.
 */
export class Counting {
  private readonly clock: Clock;
  private waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;

  constructor(private readonly parts: Parts) {
    this.clock = parts.clock ?? systemClock;
  }

  /** Takes one request, or says what there is too little of. */
  take(wanted: Wanted): Promise<Taken> {
    return this.join(wanted);
  }

  /** Gives one back that came to nothing. */
  async giveBack(wanted: Wanted, taken: Taken): Promise<Taken> {
    return this.join(wanted, monthOf(taken.at));
  }

  /** Used this month. */
  async used(keyIds: string[]): Promise<Map<string, number>> {
    const month = monthOf(this.clock.now());
    const rows = await Promise.all(keyIds.map((key_id) => this.parts.store.reader.findOneBy(KeyCounter, { key_id, month })));
    return new Map(rows.flatMap((row) => (row ? [[row.key_id, row.used]] : [])));
  }

  private join(wanted: Wanted, refund?: string): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ wanted, refund, resolve, reject });
      this.writing ??= this.write().finally(() => (this.writing = undefined));
    });
  }

  private async write(): Promise<void> {
    // Those that come in the same turn of the event loop go along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      const rows = byRow(group, monthOf(this.clock.now()));
      try {
        const answers = await this.parts.store.transaction(async (tx) => {
          const all: [Waiting, Taken][] = [];
          // In one order everywhere: two processes never wait for each other's rows.
          for (const row of rows) all.push(...(await this.count(tx, row)));
          return all;
        });
        for (const [{ resolve }, taken] of answers) resolve(taken);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
  }

  private async count(tx: Transaction, { month, asking }: Row): Promise<[Waiting, Taken][]> {
    const { keyId: key_id } = asking[0]!.wanted;
    const at = this.clock.now();
    const minute = minuteOf(at);
    const row = await held(tx, { key_id, month, minute });
    const refunds = asking.filter(({ refund }) => refund).length;
    const takes = asking.filter(({ refund }) => !refund);
    const before = { used: row.used - refunds, minuteUsed: row.minute === minute ? row.minute_used : 0 };
    const { taken, after } = grant(
      before,
      takes.map(({ wanted }) => wanted),
      at,
    );
    const changes: Partial<KeyCounter> = { used: after.used, minute, minute_used: after.minuteUsed };
    const reached = THRESHOLDS.filter((percent) => percent > row.told && after.used * 100 >= percent * limitOf(asking));
    if (reached.length > 0) changes.told = reached.at(-1)!;
    await tx.manager.update(KeyCounter, { key_id, month }, changes);
    for (const percent of reached) await this.tell(tx, { wanted: asking[0]!.wanted, percent, month, used: after.used, at });
    const given: Taken = { at, used: before.used, minuteUsed: before.minuteUsed };
    return asking.map((each) => [each, each.refund ? given : taken[takes.indexOf(each)]!]);
  }

  private async tell(tx: Transaction, { wanted, percent, month, used, at }: Reached): Promise<void> {
    const { accountId: account_id, keyId: key_id, limit } = wanted;
    const resets_at = new Date(monthEnd(at)).toISOString();
    await this.parts.events.emit(tx, 'quota.threshold_reached', {
      ...{ account_id, key_id, month, threshold: percent, used, limit, resets_at },
    });
  }
}

interface Row {
  month: string;
  asking: Waiting[];
}

interface Reached {
  wanted: Wanted;
  percent: number;
  month: string;
  used: number;
  at: number;
}

const limitOf = (asking: Waiting[]): number => asking[0]!.wanted.limit;

function byRow(group: Waiting[], now: string): Row[] {
  const rows = new Map<string, Row>();
  for (const each of group) {
    const month = each.refund ?? now;
    const name = `${each.wanted.keyId} ${month}`;
    const row = rows.get(name) ?? { month, asking: [] };
    row.asking.push(each);
    rows.set(name, row);
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The row, which nobody else may change until the transaction ends: writing it is the lock that both databases know. */
async function held(tx: Transaction, at: Pick<KeyCounter, 'key_id' | 'month' | 'minute'>): Promise<KeyCounter> {
  const { key_id, month } = at;
  const lock = () =>
    tx.manager
      .createQueryBuilder()
      .update(KeyCounter)
      .set({ used: () => 'used' })
      .where({ key_id, month });
  if ((await lock().execute()).affected === 0) {
    const row = { ...at, used: 0, minute_used: 0, told: 0 };
    await tx.manager.createQueryBuilder().insert().into(KeyCounter).values(row).orIgnore().execute();
    await lock().execute();
  }
  return tx.manager.findOneByOrFail(KeyCounter, { key_id, month });
}
