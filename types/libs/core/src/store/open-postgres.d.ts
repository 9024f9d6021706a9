import type { StoreOptions } from './open';
import type { Store } from './store';
type PostgresOptions = Omit<StoreOptions, 'file'> & {
    url: string;
};
/** @throws Error with a sentence where the server cannot be used, or the database was made by a newer Percept. */
export declare function openPostgres({ url, entities, migrations, lockTimeoutMs }: PostgresOptions): Promise<Store>;
export {};
