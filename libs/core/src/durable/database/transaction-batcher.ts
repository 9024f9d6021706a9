import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store, Transaction } from './store';

interface PendingItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Maximum number of items per transaction while more are waiting: a longer transaction would keep the thread from serving requests.
 */
const MAX_BATCH = 64;

interface BatchOptions {
  /**
   * True: a transaction begins in this turn of the event loop, takes all waiting items, and fails as a whole. False: it takes items
   * as long as each turn brings more. If it fails, each item is tried alone.
   */
  atOnce?: boolean;
  /** Called when no item waits any more. */
  onIdle?: () => void;
}

/** Handles requests made at about the same time in one transaction, because one transaction each would cost more than the work. */
export class TransactionBatcher<Item, Result = void> {
  private readonly waiting: PendingItem<Item, Result>[] = [];
  private running = false;

  constructor(
    private readonly store: Store,
    /** Returns a result for each item, in the same order. */
    private readonly work: (tx: Transaction, items: Item[]) => Promise<Result[]>,
    private readonly options: BatchOptions = {},
  ) {}

  /** Resolves when the item is committed. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) void this.runAll();
    });
  }

  private async runAll(): Promise<void> {
    this.running = true;
    const { atOnce, onIdle } = this.options;
    while (this.waiting.length > 0) {
      await (atOnce ? undefined : this.collect());
      await this.run(this.waiting.splice(0, atOnce ? Infinity : MAX_BATCH));
    }
    this.running = false;
    onIdle?.();
  }

  private async collect(): Promise<void> {
    let known = 0;
    await nextTurn();
    while (this.waiting.length > known && this.waiting.length < MAX_BATCH) {
      known = this.waiting.length;
      await nextTurn();
    }
  }

  private async run(batch: PendingItem<Item, Result>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.store.transaction((tx) => this.work(tx, items));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (batch.length === 1 || this.options.atOnce) for (const { reject } of batch) reject(error);
      // An item that cannot be written must not fail the others.
      else for (const each of batch) await this.run([each]);
    }
  }
}
