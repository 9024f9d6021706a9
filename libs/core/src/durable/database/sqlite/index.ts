export { SQLITE_PACKAGE, openSqliteFile, sqliteDriver } from './sqlite';
