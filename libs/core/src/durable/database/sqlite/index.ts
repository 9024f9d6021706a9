export { SQLITE_PACKAGE, openSqliteFile, sqliteDriver } from './sqlite';
export { SqliteFile } from './sqlite-file';
