import type { EntityManager } from 'typeorm';
import type { Share } from '../../kernel';
import type { ProcessLiveness } from './process-liveness';

/** An open transaction. Everything written through `manager` is committed or rolled back together. */
export interface Transaction {
  readonly manager: EntityManager;
  /**
   * Makes the transaction wait for those that locked the same name, and see what they committed. Call it first in the transaction.
   */
  readonly lock: (name: string) => Promise<void>;
  /** Runs the callback after the commit; never after a rollback. The callback must not throw. */
  afterCommit(callback: () => void): void;
}

/** The database: a SQLite file, or PostgreSQL. Every write goes through `transaction`. */
export abstract class Store {
  /** For reads outside a transaction; it refuses to write. */
  abstract readonly reader: EntityManager;
  /**
   * Do not use the network, run inference or wait for other transactions in `work`. PostgreSQL repeats a transaction that conflicts
   * with another one, so `work` must have no effect except through `tx`.
   * @param share takes the turn where transactions wait for each other; absent: nobody's.
   */
  abstract transaction<T>(work: (tx: Transaction) => Promise<T>, share?: Share): Promise<T>;
  /**
   * @param graceMs how long another process must be missing before it counts as dead, because it may only have lost its connection.
   */
  abstract liveness(id: string, graceMs: number): ProcessLiveness;
  /** A folder that all processes on the database can watch; undefined if they may run on several machines. */
  readonly sharedFolder: string | undefined = undefined;
  /**
   * Removes deleted data from the database files, as far as possible. In SQLite nothing stays in the log. PostgreSQL overwrites it
   * later.
   */
  abstract scrub(): Promise<void>;
  abstract close(): Promise<void>;
}
