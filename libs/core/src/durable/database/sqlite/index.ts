export { SQLITE_PACKAGE, openSqliteFile, sqliteDriver } from './sqlite';
export { damageOfSqlite, isSqliteInUse, snapshotSqlite } from './snapshot';
