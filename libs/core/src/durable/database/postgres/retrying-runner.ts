import type { DataSource } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { isDisconnect } from './postgres-errors';
import { untilAvailable } from './until-available';

/** Repeats each statement on another connection if its connection broke. For reads only. */
class RetryingQueryRunner extends PostgresQueryRunner {
  constructor(
    driver: PostgresDriver,
    private readonly giveUpMs: number,
  ) {
    super(driver, 'master');
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the signature is TypeORM's
  override query(text: string, parameters?: any[], useStructuredResult?: boolean): Promise<any> {
    const attempt = async (): Promise<unknown> => {
      const runner = new PostgresQueryRunner(this.driver, 'master');
      try {
        return await runner.query(text, parameters, useStructuredResult);
      } finally {
        await runner.release();
      }
    };
    return untilAvailable(attempt, { giveUpMs: this.giveUpMs, passes: isDisconnect });
  }
}

/** Makes every read of a data source wait while the server restarts, as transactions do. */
export function retryReads(source: DataSource, giveUpMs: number): void {
  const driver = source.driver as PostgresDriver;
  driver.createQueryRunner = () => new RetryingQueryRunner(driver, giveUpMs);
}
