export { epochMs, jsonText } from './columns';
export { isDatabaseError } from './database-error';
export { NoDatabaseError } from './no-database';
export { type StoreOptions, type Tables, openStore } from './open';
export type { ProcessLiveness } from './process-liveness';
export { findRows, updateRows } from './rows';
export { databaseNow, marks, onPostgres, overList, sql, lockRow } from './sql';
export { Store, type Transaction } from './store';
