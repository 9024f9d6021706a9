import type { DataSource, EntityManager } from 'typeorm';
import { AdvisoryLock } from './advisory-lock';
import { isConflict, isDisconnect, undecided } from './postgres-errors';
import type { ProcessLiveness } from '../process-liveness';
import { Store, type Transaction } from '../store';
import { untilAvailable } from '../until-available';

interface Attempt<T> {
  result: T;
  callbacks: (() => void)[];
}

/**
 * Transactions run beside each other, each on a snapshot. The first that writes a row wins; the other is run again, as is
 * one whose connection broke. Whether a commit took place whose answer was lost, the server knows by the transaction's id.
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

  presence(id: string, graceMs: number): ProcessLiveness {
    return new AdvisoryLock(this.settings.url, id, graceMs);
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    await Promise.allSettled(this.underWay);
    await this.readSource.destroy();
    await this.writer.destroy();
  }

  private untilCommitted<T>(work: (tx: Transaction) => Promise<T>): Promise<Attempt<T>> {
    let sent: { id: string; attempt: Attempt<T> } | undefined;
    const attempt = async (): Promise<Attempt<T>> => {
      // The connection broke before the answer to this commit came.
      if (sent && (await this.isCommitted(sent.id))) return sent.attempt;
      sent = undefined;
      return this.attempt(work, (id, done) => (sent = { id, attempt: done }));
    };
    const passes = (error: unknown): boolean => isConflict(error) || isDisconnect(error);
    return untilAvailable(attempt, { giveUpMs: this.settings.giveUpMs, passes });
  }

  private async attempt<T>(
    work: (tx: Transaction) => Promise<T>,
    commits: (id: string, done: Attempt<T>) => void,
  ): Promise<Attempt<T>> {
    const runner = this.writer.createQueryRunner();
    const callbacks: (() => void)[] = [];
    const tx: Transaction = { manager: runner.manager, afterCommit: (callback) => void callbacks.push(callback) };
    try {
      await runner.startTransaction();
      const done = { result: await work(tx), callbacks };
      const [{ id }] = (await runner.query('SELECT txid_current_if_assigned() AS id')) as [{ id: string | null }];
      // Without an id it has written nothing, and may be run again.
      if (id !== null) commits(id, done);
      await runner.commitTransaction();
      return done;
    } catch (error) {
      // A rollback that fails must not hide the cause; the server rolls back when the connection ends.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** @throws an error that passes while the server still has to end the transaction. */
  private async isCommitted(id: string): Promise<boolean> {
    const [row] = await this.writer.query<{ status: string }[]>('SELECT txid_status($1) AS status', [id]);
    if (row!.status === 'in progress') throw undecided();
    return row!.status === 'committed';
  }
}
