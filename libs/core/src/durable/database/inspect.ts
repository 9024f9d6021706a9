import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { MIGRATIONS_TABLE } from './migrate';
import { explainPostgres, describeServer } from './postgres/postgres-errors';
import { openSqliteFile } from './sqlite/sqlite';

interface DatabaseFacts {
  /** The server or the file, for people. */
  place: string;
  /** Whether it holds data of Percept. */
  hasData: boolean;
  /** The database's clock less that of this machine, in milliseconds; absent for a file. */
  clockSkewMs?: number;
}

/**
 * Looks at a database and changes nothing.
 * @throws Error with a sentence if it cannot be read.
 */
export function inspectDatabase({ url, file }: { url?: string; file: string }): Promise<DatabaseFacts> {
  return url ? inspectPostgres(url) : inspectSqlite(file);
}

async function inspectPostgres(url: string): Promise<DatabaseFacts> {
  const source = new DataSource({ type: 'postgres', url, connectTimeoutMS: 5_000, installExtensions: false });
  try {
    await source.initialize();
    const sent = Date.now();
    const [server] = await source.query<{ version: string; now: string; tables: string }[]>(
      `SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now,
         (SELECT COUNT(*) FROM pg_tables WHERE tablename = $1) AS tables`,
      [MIGRATIONS_TABLE],
    );
    const { version, now, tables } = server!;
    const clockSkewMs = Math.round(Number(now) - (sent + Date.now()) / 2);
    return { place: `PostgreSQL ${version} on ${describeServer(url)}`, hasData: Number(tables) > 0, clockSkewMs };
  } catch (error) {
    throw explainPostgres(url, error);
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

async function inspectSqlite(file: string): Promise<DatabaseFacts> {
  const place = `SQLite in ${file}`;
  // Without a file, this shows that the driver is installed.
  const database = existsSync(file) ? openSqliteFile(file, { readonly: true }) : openSqliteFile(':memory:');
  try {
    const table = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = ?`).get(MIGRATIONS_TABLE);
    return { place, hasData: table !== undefined };
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  } finally {
    database.close();
  }
}
