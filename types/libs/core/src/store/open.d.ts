import { type MigrationInterface } from 'typeorm';
import type { Store } from './store';
/** What a part of the house keeps in the database; the composition root hands all of them to `openStore`. */
export interface Tables {
    entities: (new () => object)[];
    migrations: (new () => MigrationInterface)[];
}
export interface StoreOptions extends Tables {
    /** Path of the SQLite file; it and its folder are made where absent. */
    file: string;
    /** `postgres://user:password@host:port/database`: PostgreSQL instead of the file. */
    url?: string;
    /** How long a transaction waits for others. */
    lockTimeoutMs?: number;
}
/**
 * Opens the database and brings it up to date.
 * @throws Error with a sentence where it cannot be written, is no database, or was made by a newer Percept.
 */
export declare function openStore({ url, ...options }: StoreOptions): Promise<Store>;
