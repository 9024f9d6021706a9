import type { DataSource } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { isDisconnect } from './postgres/postgres-errors';
import { untilAvailable } from './until-available';

/** Sends each statement again, on another connection, when its connection broke. For reads: a read has no effect. */
class PatientQueryRunner extends PostgresQueryRunner {
  constructor(
    driver: PostgresDriver,
    private readonly giveUpMs: number,
  ) {
    super(driver, 'master');
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the signature is TypeORM's
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

/** Makes every read of a PostgreSQL data source wait for a server that restarts, as transactions do. */
export function readPatiently(source: DataSource, giveUpMs: number): void {
  const driver = source.driver as PostgresDriver;
  driver.createQueryRunner = () => new PatientQueryRunner(driver, giveUpMs);
}
