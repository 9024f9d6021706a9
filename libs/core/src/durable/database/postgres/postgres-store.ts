import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { AdvisoryLock } from './advisory-lock';
import { type CommitMarker, CommitMarkers } from './commit-markers';
import { isConflict, isDisconnect } from './postgres-errors';
import type { ProcessLiveness } from '../process-liveness';
import { SnapshotQueryRunner } from './snapshot-runner';
import { Store, type Transaction } from '../store';
import { untilAvailable } from './until-available';

interface Attempt<T> {
  result: T;
  callbacks: (() => void)[];
}

/** Called if a commit got no response. */
type Lost<T> = (marker: CommitMarker, attempt: Attempt<T>) => void;

/**
 * Transactions run concurrently, each on a snapshot. The first to write a row wins; the other is repeated. A transaction is also
 * repeated if its connection broke. If the answer to its commit was lost, its marker tells whether the commit took place.
 */
export class PostgresStore extends Store {
  readonly reader: EntityManager;
  private readonly markers = new CommitMarkers();
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

  liveness(id: string, graceMs: number): ProcessLiveness {
    return new AdvisoryLock(this.settings.url, id, graceMs);
  }

  scrub(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    await Promise.allSettled(this.underWay);
    await this.readSource.destroy();
    await this.writer.destroy();
  }

  private untilCommitted<T>(work: (tx: Transaction) => Promise<T>): Promise<Attempt<T>> {
    let sent: { marker: CommitMarker; attempt: Attempt<T> } | undefined;
    const attempt = async (): Promise<Attempt<T>> => {
      if (sent) {
        // The connection broke before the commit was answered.
        const isCommitted = await this.markers.isCommitted(sent.marker, this.writer);
        this.markers.release(sent.marker);
        if (isCommitted) return sent.attempt;
        sent = undefined;
      }
      return this.attempt(work, (marker, written) => (sent = { marker, attempt: written }));
    };
    const passes = (error: unknown): boolean => isConflict(error) || isDisconnect(error);
    return untilAvailable(attempt, { giveUpMs: this.settings.giveUpMs, passes });
  }

  private async attempt<T>(work: (tx: Transaction) => Promise<T>, onLost: Lost<T>): Promise<Attempt<T>> {
    const runner = this.writer.createQueryRunner();
    try {
      await runner.startTransaction();
      return await this.commit(runner, work, onLost);
    } catch (error) {
      // A rollback that fails must not hide the cause; the server rolls back when the connection ends.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private async commit<T>(runner: QueryRunner, work: (tx: Transaction) => Promise<T>, onLost: Lost<T>): Promise<Attempt<T>> {
    const marker = this.markers.acquire();
    const callbacks: (() => void)[] = [];
    const tx: Transaction = {
      manager: runner.manager,
      lock: (name) => lockName(runner, name),
      afterCommit: (callback) => void callbacks.push(callback),
    };
    let written: Attempt<T> | undefined;
    try {
      const attempt = { result: await work(tx), callbacks };
      if (runner instanceof SnapshotQueryRunner) runner.beforeCommit = this.markers.statement(marker);
      written = attempt;
      await runner.commitTransaction();
      this.markers.release(marker);
      return attempt;
    } catch (error) {
      if (written && isDisconnect(error)) onLost(marker, written);
      else this.markers.release(marker);
      throw error;
    }
  }
}

async function lockName(runner: QueryRunner, name: string): Promise<void> {
  // In a snapshot the transaction would not see what others committed while it waited.
  const literal = `'${name.replaceAll("'", "''")}'`;
  await runner.query(`SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(hashtext(${literal}))`);
}
