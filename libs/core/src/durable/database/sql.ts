import type { DataSource, EntityManager } from 'typeorm';
import type { Dialect } from './dialect';
import { postgresDialect } from './postgres/postgres-dialect';
import { sqliteDialect } from './sqlite/sqlite-dialect';

/** The dialect of an open database. */
export function getDialect({ connection }: { connection: Pick<DataSource, 'options'> }): Dialect {
  return connection.options.type === 'postgres' ? postgresDialect : sqliteDialect;
}

/**
 * Runs a statement that both databases understand, with `?` for its parameters.
 * @returns its rows, including those of RETURNING. PostgreSQL returns bigint and count(*) as text: convert them with Number.
 */
export function sql<Row>(manager: EntityManager, text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  return getDialect(manager).query(manager, text, parameters);
}

/** See `Dialect.seeCommits`. */
export function seeCommits(manager: EntityManager): Promise<void> {
  return getDialect(manager).seeCommits(manager);
}

/** See `Dialect.now`. */
export function databaseNow(manager: EntityManager): Promise<number> {
  return getDialect(manager).now(manager);
}

/** `?, ?, ?` for a list of parameters. For an empty list, SQL that equals nothing. */
sql.marks = (values: readonly unknown[]): string => (values.length > 0 ? values.map(() => '?').join(', ') : "''");

/**
 * Caches the text of a statement over a non-empty list, by the list's length. Looking up a compiled statement by a new text takes
 * longer than many statements.
 * @param make gets a function that repeats its argument for each element of the list.
 */
sql.overList = (make: (each: (text: string, between?: string) => string) => string): ((length: number) => string) => {
  const made = new Map<number, string>();
  return (length) => {
    const text = made.get(length) ?? make((part, between = ', ') => Array<string>(length).fill(part).join(between));
    made.set(length, text);
    return text;
  };
};

/** The pattern of `LOWER(column) LIKE ? ESCAPE '\\'` that finds texts containing another, in any case. */
sql.containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
