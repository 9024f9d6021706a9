import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { AdvisoryLock } from './advisory-lock';
import { isConflict, isDisconnect } from './postgres-errors';
import type { Presence } from './presence';
import { Store, type Transaction } from './store';

const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 250;

interface Attempt<T> {
  result: T;
  callbacks: (() => void)[];
}

/**
 * Transactions run beside each other, each on a snapshot. The first that writes a row wins; the other is run again, as is
 * one whose connection broke before its commit was sent.
 */
export class PostgresStore extends Store {
  readonly reader: EntityManager;
  private readonly underWay = new Set<Promise<unknown>>();
  private closing = false;

  constructor(
    private readonly writer: DataSource,
    private readonly readSource: DataSource,
    private readonly settings: { url: string; giveUpMs: number },
  ) {
    super();
    this.reader = readSource.manager;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.closing) throw new Error('The database is closed.');
    const committed = this.untilCommitted(work);
    this.underWay.add(committed);
    try {
      const { result, callbacks } = await committed;
      for (const callback of callbacks) callback();
      return result;
    } finally {
      this.underWay.delete(committed);
    }
  }

  presence(id: string, graceMs: number): Presence {
    return new AdvisoryLock(this.settings.url, id, graceMs);
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    await Promise.allSettled(this.underWay);
    await this.readSource.destroy();
    await this.writer.destroy();
  }

  private async untilCommitted<T>(work: (tx: Transaction) => Promise<T>): Promise<Attempt<T>> {
    const giveUp = performance.now() + this.settings.giveUpMs;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const sent = { commit: false };
      try {
        return await this.attempt(work, sent);
      } catch (error) {
        // A broken connection leaves open whether a commit that was sent took place: the caller must look.
        const again = isConflict(error) || (isDisconnect(error) && !sent.commit);
        if (!again || performance.now() > giveUp) throw error;
      }
      await sleep(wait * (0.5 + Math.random()));
    }
  }

  private async attempt<T>(work: (tx: Transaction) => Promise<T>, sent: { commit: boolean }): Promise<Attempt<T>> {
    const runner = this.writer.createQueryRunner();
    const callbacks: (() => void)[] = [];
    const tx: Transaction = { manager: runner.manager, afterCommit: (callback) => void callbacks.push(callback) };
    try {
      await runner.startTransaction();
      const result = await work(tx);
      // On a connection that is known to have broken nothing is sent.
      sent.commit = !runner.isReleased;
      await runner.commitTransaction();
      return { result, callbacks };
    } catch (error) {
      // A rollback that fails must not hide the cause; the server rolls back when the connection ends.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}
