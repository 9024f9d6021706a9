import type { EntityManager } from 'typeorm';
import type { ProcessLiveness } from './process-liveness';

/** An open transaction. Everything written through `manager` is kept or lost together. */
export interface Transaction {
  readonly manager: EntityManager;
  /** Runs after the commit (a doorbell, a notification); never when the transaction is rolled back. Must not throw. */
  afterCommit(callback: () => void): void;
}

/** The database: a SQLite file, or PostgreSQL. Every write goes through `transaction`. */
export abstract class Store {
  /** For reads outside a transaction; it refuses to write. */
  abstract readonly reader: EntityManager;
  /**
   * No network, no inference and no waiting for other transactions inside. On PostgreSQL a transaction that lost against
   * another one is run again, so `work` must have no effect but through `tx`.
   */
  abstract transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** @param graceMs how long another process must be missing before it counts as gone; a lost connection is no death. */
  abstract presence(id: string, graceMs: number): ProcessLiveness;
  abstract close(): Promise<void>;
}
