import type { EntityManager } from 'typeorm';

/** The port of a database: what its SQL and its transactions do differently from the others. */
export interface Dialect {
  /** Runs a statement with `?` for its parameters. @returns its rows, those of RETURNING too. */
  query<Row>(manager: EntityManager, text: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** Follows a SELECT: locks its rows until the transaction ends. Empty if transactions run in sequence. */
  readonly forUpdate: string;
  /** As `forUpdate`, but leaves out the rows that another transaction has locked. */
  readonly forUpdateSkipLocked: string;
  /** Follows a CREATE TABLE: stores the rows in the index of the primary key. */
  readonly withoutRowid: string;
  /** Whether a transaction starts after the one before it has ended. */
  readonly isSerial: boolean;
  /** Whether a parameter may be a list of values. */
  readonly hasLists: boolean;
  /**
   * Makes the transaction wait for those that locked the same name, and see what they committed. Call it first in the
   * transaction.
   */
  lockRow(manager: EntityManager, name: string): Promise<void>;
  /**
   * Lets each statement of the transaction see what others have committed before it, so that two that change the same row wait for
   * each other and neither is run again. Call it first in a transaction that does not rely on what it has read.
   */
  seeCommits(manager: EntityManager): Promise<void>;
  /** ms since the epoch by the clock that all processes on the database share. */
  now(manager: EntityManager): Promise<number>;
}
