import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import { type DataSource, type ObjectLiteral, QueryFailedError } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';

const RETRY_MS = 5;
/** Maximum number of cached compiled statements; the most recently used ones are kept. */
const MAX = 1_000;

/**
 * Begins transactions with BEGIN IMMEDIATE: a deferred one that reads first fails if another process has written since. This class
 * also waits for the transactions of other processes, because better-sqlite3 would block the thread.
 */
export class ImmediateQueryRunner extends BetterSqlite3QueryRunner {
  private readonly compiled = new Map<string, Statement>();

  constructor(
    driver: BetterSqlite3Driver,
    private readonly lockTimeoutMs: number,
  ) {
    super(driver);
  }

  /** Skips TypeORM's loggers and subscribers: there are none, and asking them takes longer than many statements. */
  override async query<Answer>(text: string, parameters: unknown[] | ObjectLiteral = [], structured = false): Promise<Answer> {
    if (structured || !Array.isArray(parameters)) return super.query(text, parameters, structured) as Promise<Answer>;
    // better-sqlite3 binds no booleans.
    const values = parameters.map((value: unknown) => (typeof value === 'boolean' ? Number(value) : value));
    try {
      const statement = this.compile(text);
      return (statement.reader ? statement.all(...values) : statement.run(...values).lastInsertRowid) as Answer;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    }
  }

  override async startTransaction(): Promise<void> {
    if (this.transactionDepth > 0) return super.startTransaction();
    await this.begin();
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  /** SQLite rolls back on its own, for example on a full disk; a second ROLLBACK would then hide the cause. */
  override async rollbackTransaction(): Promise<void> {
    if (await this.isOpen()) return super.rollbackTransaction();
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  /** Whether the database itself is in a transaction. */
  async isOpen(): Promise<boolean> {
    return ((await this.connect()) as unknown as { inTransaction: boolean }).inTransaction;
  }

  private compile(text: string): Statement {
    const known = this.compiled.get(text);
    if (known) return known;
    const statement = (this.driver.databaseConnection as Database).prepare(text);
    this.compiled.set(text, statement);
    if (this.compiled.size > MAX) this.compiled.delete(this.compiled.keys().next().value!);
    return statement;
  }

  private async begin(): Promise<void> {
    const giveUp = performance.now() + this.lockTimeoutMs;
    for (;;) {
      try {
        await this.query('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUp) throw error;
      }
      await sleep(RETRY_MS);
    }
  }
}

/** Replaces the only query runner of a better-sqlite3 data source by ours. */
export function beginImmediately(source: DataSource, lockTimeoutMs: number): ImmediateQueryRunner {
  const driver = source.driver as BetterSqlite3Driver;
  const runner = new ImmediateQueryRunner(driver, lockTimeoutMs);
  driver.queryRunner = runner;
  return source.createQueryRunner() as ImmediateQueryRunner;
}

function isBusy(error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
}
