import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

export const MIGRATIONS_TABLE = 'migrations';

/**
 * Brings the database up to the steps that this version knows. All in one transaction, so that two processes that start
 * together do not both create a table, and a step that fails leaves nothing behind.
 * @throws Error where the database has steps that this version does not know.
 */
export async function migrate(source: DataSource, runner: QueryRunner, afterwards?: () => Promise<void>): Promise<void> {
  await runner.startTransaction();
  try {
    await refuseNewer(source, runner);
    const steps = new MigrationExecutor(source, runner);
    steps.transaction = 'none';
    await steps.executePendingMigrations();
    await afterwards?.();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function refuseNewer(source: DataSource, runner: QueryRunner): Promise<void> {
  if (!(await runner.hasTable(MIGRATIONS_TABLE))) return;
  const done = (await runner.query(`SELECT name FROM ${MIGRATIONS_TABLE}`)) as { name: string }[];
  const known = new Set(source.migrations.map((step) => step.name ?? step.constructor.name));
  const unknown = done.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new Error(
      `The database was made by a newer Percept (it has the step ${unknown[0]}). Start that version, or name another data folder.`,
    );
  }
}
