export { runOnSnapshots } from './snapshot-runner';
export { SQLITE_PACKAGE, openSqliteFile, sqliteDriver } from './sqlite';
