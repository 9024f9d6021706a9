import type { Store, Transaction } from '@percept/core';

interface PendingItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** The maximum number per transaction: a longer one would keep the thread from serving requests. */
const MAX_BATCH = 64;

/** Does what is requested at about the same time in one transaction: one for each would cost more than the sending. */
export class TransactionBatcher<Item, Result> {
  private readonly waiting: PendingItem<Item, Result>[] = [];
  private running = false;

  /**
   * @param work answers for each item, in their order.
   */
  constructor(
    private readonly store: Store,
    private readonly work: (tx: Transaction, items: Item[]) => Promise<Result[]>,
  ) {}

  /** Resolves when it is committed. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.startNext();
    });
  }

  private startNext(): void {
    if (this.running || this.waiting.length === 0) return;
    this.running = true;
    setImmediate(() => this.collect(0));
  }

  /** Takes what comes for as long as each turn of the event loop brings more. */
  private collect(known: number): void {
    const now = this.waiting.length;
    if (now > known && now < MAX_BATCH) return void setImmediate(() => this.collect(now));
    void this.runBatch(this.waiting.splice(0, MAX_BATCH)).finally(() => {
      this.running = false;
      this.startNext();
    });
  }

  private async runBatch(group: PendingItem<Item, Result>[]): Promise<void> {
    try {
      const items = group.map(({ item }) => item);
      const results = await this.store.transaction((tx) => this.work(tx, items));
      group.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      // One that cannot be written takes nobody with it.
      else for (const each of group) await this.runBatch([each]);
    }
  }
}
