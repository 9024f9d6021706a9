import type { DataSource } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
/**
 * Begins transactions with BEGIN IMMEDIATE: a deferred one that read first fails when another process has written since.
 * better-sqlite3 waits for a lock by blocking the thread, so the wait for another process's transaction is made here.
 */
export declare class ImmediateQueryRunner extends BetterSqlite3QueryRunner {
    private readonly lockTimeoutMs;
    constructor(driver: BetterSqlite3Driver, lockTimeoutMs: number);
    startTransaction(): Promise<void>;
    /** SQLite rolls back by itself on a full disk and the like; a second ROLLBACK would then hide the cause. */
    rollbackTransaction(): Promise<void>;
    /** Whether the database itself is in a transaction. */
    isOpen(): Promise<boolean>;
    private begin;
}
/** Makes the one query runner of a better-sqlite3 data source ours. */
export declare function beginImmediately(source: DataSource, lockTimeoutMs: number): ImmediateQueryRunner;
