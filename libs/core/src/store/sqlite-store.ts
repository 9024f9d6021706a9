import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';
import { Gate } from './gate';
import type { ImmediateQueryRunner } from './immediate-runner';
import { Store, type Transaction } from './store';

/** One connection that writes, behind a gate, and one that only reads what is committed. */
export class SqliteStore extends Store {
  readonly reader: EntityManager;
  private readonly gate = new Gate();
  private readonly inside = new AsyncLocalStorage<{ open: boolean }>();
  private closing = false;

  constructor(
    private readonly writer: DataSource,
    private readonly runner: ImmediateQueryRunner,
    private readonly readSource: DataSource,
  ) {
    super();
    this.reader = readSource.manager;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.inside.getStore()?.open) {
      throw new Error('A transaction was asked for inside a transaction and would wait for ever: hand the open one on.');
    }
    if (this.closing) throw new Error('The database is closed.');
    const callbacks: (() => void)[] = [];
    const result = await this.gate.run(() => this.commit(work, callbacks));
    for (const callback of callbacks) callback();
    return result;
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    await this.gate.idle();
    await this.readSource.destroy();
    await this.writer.destroy();
  }

  private async commit<T>(work: (tx: Transaction) => Promise<T>, callbacks: (() => void)[]): Promise<T> {
    const manager = this.writer.createEntityManager(this.runner);
    const tx: Transaction = { manager, afterCommit: (callback) => void callbacks.push(callback) };
    const mark = { open: true };
    await this.runner.startTransaction();
    try {
      const result = await this.inside.run(mark, () => work(tx));
      await this.runner.commitTransaction();
      return result;
    } catch (error) {
      await this.runner.rollbackTransaction();
      throw error;
    } finally {
      mark.open = false;
    }
  }
}
