import type { DataSource } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

const BEGIN = 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ';
/** A first statement that changes a setting of its own transaction; see the dialect. */
const OF_TRANSACTION = /^SET TRANSACTION /;

/** Runs each transaction on one snapshot. Replaces zero characters, which PostgreSQL's text type cannot store. */
export class SnapshotQueryRunner extends PostgresQueryRunner {
  /** A statement without parameters that is sent together with the COMMIT. */
  beforeCommit: string | undefined;
  /** The transaction begins with its first statement. A statement that changes its settings is sent together with the BEGIN. */
  private toBegin = false;

  override async startTransaction(): Promise<void> {
    if (this.transactionDepth > 0) return super.startTransaction();
    this.toBegin = true;
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  override async commitTransaction(): Promise<void> {
    if (this.transactionDepth > 1) return super.commitTransaction();
    // Without a statement there is nothing to commit.
    if (!this.toBegin) await this.query(this.beforeCommit ? `${this.beforeCommit}; COMMIT` : 'COMMIT');
    this.toBegin = false;
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the signature is TypeORM's
  override async query(text: string, parameters?: any[], useStructuredResult?: boolean): Promise<any> {
    if (this.toBegin) {
      this.toBegin = false;
      if (OF_TRANSACTION.test(text)) return super.query(`${BEGIN}; ${text}`);
      await super.query(BEGIN);
    }
    return super.query(text, parameters?.map(withoutZeros), useStructuredResult);
  }

  override async rollbackTransaction(): Promise<void> {
    if (this.transactionDepth > 1 || !this.toBegin) return super.rollbackTransaction();
    this.toBegin = false;
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }
}

/** Makes all transactions of a data source run on a snapshot. */
export function runOnSnapshots(source: DataSource): void {
  const driver = source.driver as PostgresDriver;
  driver.createQueryRunner = (mode) => new SnapshotQueryRunner(driver, mode);
}

/** A parameter in which each zero character, which PostgreSQL refuses, is replaced. */
export function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
