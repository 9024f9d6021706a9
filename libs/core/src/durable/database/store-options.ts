import type { MigrationInterface } from 'typeorm';

/** A table set: the tables of a feature. The composition root passes all of them to `openStore`. */
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
  /** What to do if the database does not exist. With it, that is an error that ends with this sentence; without it, the database is created. */
  mustExist?: string;
}
