import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

export const MIGRATIONS_TABLE = 'migrations';

/**
 * Brings the database up to the steps that this version knows. It uses one transaction: two processes that start together do not
 * both create a table, and a failed step leaves nothing behind.
 * @throws Error if the database has steps that this version does not know, because a newer or an unreleased version made it.
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
  const unknown = done.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const newest = Math.max(...[...known].map(timeOf));
  const newer = unknown.find((name) => timeOf(name) > newest);
  throw new Error(
    newer
      ? `The database was made by a newer Percept (it has the step ${newer}). Start that version, or name another data folder.`
      : `The database was made by a development version of Percept before 0.1.0 (it has the step ${unknown[0]}), ` +
          'which this version cannot upgrade. Move it away, or name another data folder or database.',
  );
}

/** The time at the end of a step's name, by which TypeORM orders the steps. */
function timeOf(name: string): number {
  return Number(name.slice(-13));
}
