import type { EntityManager } from 'typeorm';

/** An open transaction. Everything written through `manager` is kept or lost together. */
export interface Transaction {
  readonly manager: EntityManager;
  /** Runs after the commit (a doorbell, a notification); never when the transaction is rolled back. Must not throw. */
  afterCommit(callback: () => void): void;
}

/** The database. Every write goes through `transaction`; TypeORM shares one SQLite connection, so they run one after the other. */
export abstract class Store {
  /** For reads outside a transaction. Writing through it could be rolled back with somebody else's transaction. */
  abstract readonly reader: EntityManager;
  /** No network, no inference and no waiting for other transactions inside. */
  abstract transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  abstract close(): Promise<void>;
}
