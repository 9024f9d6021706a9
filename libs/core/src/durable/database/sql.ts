import type { EntityManager } from 'typeorm';

/**
 * Runs a statement that both databases understand, with `?` for its parameters, and answers its rows, those of RETURNING too.
 * PostgreSQL answers bigint and count(*) as text: give what may be one to Number.
 */
export async function sql<Row>(manager: EntityManager, text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  // It copies them itself.
  if (!onPostgres(manager)) return (manager.queryRunner ?? manager).query(text, parameters as unknown[]) as Promise<Row[]>;
  let place = 0;
  const numbered = text.replace(/\?/g, () => `$${++place}`);
  const answer = await manager.query<Row[] | [Row[], number]>(numbered, [...parameters]);
  return /^\s*(UPDATE|DELETE)\b/i.test(text) ? (answer[0] as Row[]) : (answer as Row[]);
}

/** `?, ?, ?` for a list of parameters; what nothing equals for an empty one. */
export function marks(values: readonly unknown[]): string {
  return values.length > 0 ? values.map(() => '?').join(', ') : "''";
}

/**
 * The text of a statement over a list that is not empty, by its length. Made once for each: to find a compiled statement by a
 * text that was made anew takes longer than many a statement.
 * @param make given what repeats something for each of the list.
 */
export function overList(make: (each: (text: string, between?: string) => string) => string): (length: number) => string {
  const made = new Map<number, string>();
  return (length) => {
    const text = made.get(length) ?? make((part, between = ', ') => Array<string>(length).fill(part).join(between));
    made.set(length, text);
    return text;
  };
}

export function onPostgres(manager: EntityManager): boolean {
  return manager.connection.options.type === 'postgres';
}

/**
 * Makes the transaction wait for those that took the same turn, and see what they committed. SQLite's run one after the other
 * anyway. To be called before anything else in the transaction.
 */
export async function lockRow(manager: EntityManager, name: string): Promise<void> {
  if (!onPostgres(manager)) return;
  // On a snapshot it would not see what was committed while it waited.
  await manager.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  await manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [name]);
}

/** ms since the epoch by the clock of the database: the one clock that all machines share. */
export async function databaseNow(manager: EntityManager): Promise<number> {
  if (!onPostgres(manager)) return Date.now();
  const [row] = await sql<{ now: string }>(manager, 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now');
  return Number(row!.now);
}
