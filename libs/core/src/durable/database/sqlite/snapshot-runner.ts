import type { DataSource } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

/** Begins transactions on one snapshot, and writes what SQLite would take: PostgreSQL's text has no zero character. */
class SnapshotQueryRunner extends PostgresQueryRunner {
  override async startTransaction(): Promise<void> {
    if (this.transactionDepth > 0) return super.startTransaction();
    await this.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the signature is TypeORM's
  override query(text: string, parameters?: any[], useStructuredResult?: boolean): Promise<any> {
    return super.query(text, parameters?.map(withoutZero), useStructuredResult);
  }
}

/** Makes every query runner of a PostgreSQL data source ours. */
export function runOnSnapshots(source: DataSource): void {
  const driver = source.driver as PostgresDriver;
  driver.createQueryRunner = (mode) => new SnapshotQueryRunner(driver, mode);
}

function withoutZero(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
