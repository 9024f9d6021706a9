import type { EntityManager } from 'typeorm';
/**
 * Runs a statement that both databases understand, with `?` for its parameters, and answers its rows, those of RETURNING too.
 * PostgreSQL answers bigint and count(*) as text: give what may be one to Number.
 */
export declare function sql<Row>(manager: EntityManager, text: string, parameters?: readonly unknown[]): Promise<Row[]>;
/** `?, ?, ?` for a list of parameters; what nothing equals for an empty one. */
export declare function marks(values: readonly unknown[]): string;
export declare function onPostgres(manager: EntityManager): boolean;
/**
 * Makes the transaction wait for those that took the same turn, and see what they committed. SQLite's run one after the other
 * anyway. To be called before anything else in the transaction.
 */
export declare function takeTurn(manager: EntityManager, name: string): Promise<void>;
