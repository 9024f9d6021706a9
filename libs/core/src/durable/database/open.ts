import { openPostgres } from './postgres/open-postgres';
import { openSqlite } from './sqlite/open-sqlite';
import type { StoreOptions } from './store-options';
import type { Store } from './store';

/**
 * Opens the database and runs its migrations.
 * @throws Error with a sentence if it cannot be written, is not a database, or was made by another version.
 */
export function openStore({ url, ...options }: StoreOptions): Promise<Store> {
  return url ? openPostgres({ ...options, url }) : openSqlite(options);
}
