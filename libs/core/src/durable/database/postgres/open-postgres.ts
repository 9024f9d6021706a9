import { DataSource, type QueryRunner } from 'typeorm';
import { migrate, MIGRATIONS_TABLE } from '../migrate';
import type { StoreOptions } from '../store-options';
import { CommitMarkers } from './commit-markers';
import { explainPostgres, describeServer, isDisconnect } from './postgres-errors';
import { PostgresStore } from './postgres-store';
import { runOnSnapshots, withoutZeros } from './snapshot-runner';
import { silentLogger } from '../silent-logger';
import type { Store } from '../store';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { untilAvailable } from './until-available';

/** Connections of one process. The `max_connections` of a stock server (100) is enough for six processes. */
const WRITING = 10;
const READING = 5;
const CONNECT_MS = 10_000;
const GIVE_UP_MS = 30_000;
/**
 * Fraction of the lock timeout that a transaction may be silent. A transaction only talks to the server, so a silent one belongs to
 * a process that hangs. The server must end it; otherwise a process that takes over its work would wait for its rows forever.
 */
const SILENT = 1 / 3;
/** Any number that is the same in every Percept, so that migrations take turns. */
const MIGRATION_LOCK = 7_372_637;

type PostgresOptions = Omit<StoreOptions, 'file'> & { url: string };

/** @throws Error with a sentence if the server cannot be used, or the database was made by a newer Percept. */
export async function openPostgres({
  url,
  entities,
  migrations,
  lockTimeoutMs = GIVE_UP_MS,
  mustExist,
}: PostgresOptions): Promise<Store> {
  const shared = { type: 'postgres', url, entities, logger: silentLogger, connectTimeoutMS: CONNECT_MS } as const;
  const silentMs = Math.ceil(lockTimeoutMs * SILENT);
  const extra = { max: WRITING, keepAlive: true, idle_in_transaction_session_timeout: silentMs };
  const names = { applicationName: 'percept', extra };
  const readOnly = { max: READING, keepAlive: true, options: '-c default_transaction_read_only=on' };
  const writer = new DataSource({ ...shared, ...names, migrations, installExtensions: false });
  const reader = new DataSource({ ...shared, applicationName: 'percept reader', extra: readOnly, installExtensions: false });
  try {
    await writer.initialize();
    if (mustExist) await refuseEmpty(writer, `PostgreSQL on ${describeServer(url)} holds no data of Percept. ${mustExist}`);
    runOnSnapshots(writer);
    await bringUpToDate(writer);
    await reader.initialize();
    retryReads(reader, lockTimeoutMs);
    return new PostgresStore(writer, reader, { url, giveUpMs: lockTimeoutMs });
  } catch (error) {
    if (writer.isInitialized) await writer.destroy();
    throw explainPostgres(url, error);
  }
}

async function refuseEmpty(writer: DataSource, refusal: string): Promise<void> {
  const runner = writer.createQueryRunner();
  try {
    if (await runner.hasTable(MIGRATIONS_TABLE)) return;
  } finally {
    await runner.release();
  }
  throw new Error(refusal);
}

async function bringUpToDate(writer: DataSource): Promise<void> {
  const runner = writer.createQueryRunner();
  try {
    // Taken before the transaction, because its snapshot must include what the previous holder made.
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(writer, runner, async () => {
      await CommitMarkers.prepare(runner);
      await orderByBytes(runner);
    });
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await runner.release();
  }
}

/** Makes texts compare as in SQLite, in any locale of the database, so that pages and items have the same order. */
async function orderByBytes(runner: QueryRunner): Promise<void> {
  const columns = (await runner.query(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
       AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user)`,
  )) as { table_name: string; column_name: string }[];
  for (const table of new Set(columns.map(({ table_name }) => table_name))) {
    const its = columns.filter(({ table_name }) => table_name === table);
    const changes = its.map(({ column_name }) => `ALTER COLUMN "${column_name}" TYPE text COLLATE "C"`);
    await runner.query(`ALTER TABLE "${table}" ${changes.join(', ')}`);
  }
}

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
        return await runner.query(text, parameters?.map(withoutZeros), useStructuredResult);
      } finally {
        await runner.release();
      }
    };
    return untilAvailable(attempt, { giveUpMs: this.giveUpMs, passes: isDisconnect });
  }
}

/** Makes every read of a data source wait while the server restarts, as transactions do. */
function retryReads(source: DataSource, giveUpMs: number): void {
  const driver = source.driver as PostgresDriver;
  driver.createQueryRunner = () => new RetryingQueryRunner(driver, giveUpMs);
}
