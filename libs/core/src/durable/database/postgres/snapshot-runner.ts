import type { DataSource } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

/** Runs each transaction on one snapshot. Replaces zero characters, which PostgreSQL's text type cannot store. */
export class SnapshotQueryRunner extends PostgresQueryRunner {
  /** A statement without parameters that is sent together with the COMMIT. */
  beforeCommit: string | undefined;

  override async startTransaction(): Promise<void> {
    if (this.transactionDepth > 0) return super.startTransaction();
    await this.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  override async commitTransaction(): Promise<void> {
    if (this.transactionDepth > 1 || !this.beforeCommit) return super.commitTransaction();
    await this.query(`${this.beforeCommit}; COMMIT`);
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the signature is TypeORM's
  override query(text: string, parameters?: any[], useStructuredResult?: boolean): Promise<any> {
    return super.query(text, parameters?.map(withoutZero), useStructuredResult);
  }
}

/** Makes all transactions of a data source run on a snapshot. */
export function runOnSnapshots(source: DataSource): void {
  const driver = source.driver as PostgresDriver;
  driver.createQueryRunner = (mode) => new SnapshotQueryRunner(driver, mode);
}

function withoutZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZero);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
