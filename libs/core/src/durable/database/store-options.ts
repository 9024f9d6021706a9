import type { MigrationInterface } from 'typeorm';

/** The tables of a feature. The composition root passes all of them to `openStore`. */
export interface Tables {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
}

export interface StoreOptions extends Tables {
  /** Path of the SQLite file. It and its folder are created if they do not exist. */
  file: string;
  /** `postgres://user:password@host:port/database`: uses PostgreSQL instead of the file. */
  url?: string;
  /** How long a transaction waits for others, in ms. */
  lockTimeoutMs?: number;
  /**
   * How to proceed if the database does not exist. If set, a missing database is an error that ends with this sentence; otherwise
   * it is created.
   */
  mustExist?: string;
}
