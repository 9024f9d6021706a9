import { join } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import { Gate } from './gate';
import type { ImmediateQueryRunner } from './immediate-runner';
import { LockFile } from './lock-files';
import { Nesting } from './nesting';
import type { Presence } from './presence';
import { Store, type Transaction } from './store';

/** One connection that writes, behind a gate, and one that only reads what is committed. */
export class SqliteStore extends Store {
  readonly reader: EntityManager;
  private readonly gate = new Gate();
  private readonly nesting = new Nesting();
  private closing = false;

  constructor(
    private readonly file: string,
    private readonly writer: DataSource,
    private readonly runner: ImmediateQueryRunner,
    private readonly readSource: DataSource,
  ) {
    super();
    this.reader = readSource.manager;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.nesting.refuse();
    if (this.closing) throw new Error('The database is closed.');
    const callbacks: (() => void)[] = [];
    const result = await this.gate.run(() => this.commit(work, callbacks));
    for (const callback of callbacks) callback();
    return result;
  }

  presence(id: string): Presence {
    return new LockFile(join(`${this.file}-holders`, id));
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
    await this.runner.startTransaction();
    try {
      const result = await this.nesting.run(() => work(tx));
      await this.runner.commitTransaction();
      return result;
    } catch (error) {
      await this.runner.rollbackTransaction();
      throw error;
    }
  }
}
