export { Store, type Transaction } from './store';
export { NoDatabaseError } from './no-database';
export { openStore, type StoreOptions, type Tables } from './open';
export { isDatabaseError } from './database-error';
export { epochMs, jsonText } from './columns';
export { findRows, updateRows } from './rows';
export { databaseNow, marks, onPostgres, overList, sql, takeTurn } from './sql';
export { openSqliteFile, SQLITE_PACKAGE, sqliteDriver } from './sqlite';
export type { Presence } from './presence';
