import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store, Transaction } from './store';

interface PendingItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** The maximum number per transaction for what waits for more: a longer one would keep the thread from serving requests. */
const MAX_BATCH = 64;

interface BatchOptions {
  /**
   * Begins with this turn of the event loop, takes all that waits, and fails as a whole. Without: a transaction takes what
   * comes for as long as each turn brings more, and each item is tried alone if it fails.
   */
  atOnce?: boolean;
  /** Called when nothing waits any more. */
  onIdle?: () => void;
}

/** Does what is requested at about the same time in one transaction: one for each would cost more than the work. */
export class TransactionBatcher<Item, Result = void> {
  private readonly waiting: PendingItem<Item, Result>[] = [];
  private running = false;

  constructor(
    private readonly store: Store,
    /** Answers for each item, in their order. */
    private readonly work: (tx: Transaction, items: Item[]) => Promise<Result[]>,
    private readonly options: BatchOptions = {},
  ) {}

  /** Resolves when it is committed. */
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
      // One that cannot be written takes nobody with it.
      else for (const each of batch) await this.run([each]);
    }
  }
}
