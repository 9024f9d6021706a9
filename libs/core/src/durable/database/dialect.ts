import type { EntityManager } from 'typeorm';

/** What differs between the databases in SQL and transactions. */
export interface Dialect {
  /** Runs a statement with `?` for its parameters. @returns its rows, including those of RETURNING. */
  query<Row>(manager: EntityManager, text: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** SQL after a SELECT that locks its rows until the transaction ends. Empty if transactions run in sequence. */
  readonly forUpdate: string;
  /** Like `forUpdate`, but skips rows that another transaction has locked. */
  readonly forUpdateSkipLocked: string;
  /** SQL after a CREATE TABLE that stores the rows in the index of the primary key. */
  readonly withoutRowid: string;
  /** Whether transactions run one at a time. */
  readonly isSerial: boolean;
  /** Whether a parameter may be a list of values. */
  readonly hasLists: boolean;
  /**
   * Lets each statement of the transaction see what others committed before it. Two transactions that change the same row then wait
   * for each other, and neither is repeated. Call it first in a transaction that does not rely on what it has read.
   */
  seeCommits(manager: EntityManager): Promise<void>;
  /** ms since the epoch by the clock that all processes on the database share. */
  now(manager: EntityManager): Promise<number>;
}
