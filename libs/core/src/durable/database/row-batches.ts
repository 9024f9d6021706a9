import type { EntityManager, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { givenColumns, updateRows } from './rows';
import { getDialect, sql } from './sql';

// Many rows in one statement. On PostgreSQL each column is one list parameter, so the text is the same for any number of rows.
// SQLite has no list parameters, and no round trips to save.

/** Identifies rows: `same` holds for all of them, `by` differs. */
interface RowKey<Row> {
  same: Partial<Row>;
  /** A column of texts. */
  by: keyof Row & string;
}

/**
 * Changes one row for each element, identified by its key column. Keys must be unique. Undefined values leave their columns
 * unchanged. PostgreSQL needs one statement for all elements that change the same columns.
 */
export async function updateEach<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  { same, by }: RowKey<Row>,
  changes: readonly Partial<Row>[],
): Promise<void> {
  if (!getDialect(manager).hasLists) {
    for (const { [by]: key, ...change } of changes) {
      await updateRows(manager, entity, { ...same, [by]: key }, change as Partial<Row>);
    }
    return;
  }
  const metadata = manager.connection.getMetadata(entity);
  const fixed = givenColumns(metadata, same);
  for (const { columns, lists } of byColumns(metadata, changes)) {
    const names = columns.map(({ databaseName }) => databaseName);
    const set = names.filter((name) => name !== by).map((name) => `${name} = v.${name}`);
    const where = fixed.map(({ column }) => `t.${column.databaseName} = ?`);
    // Without the range, a planner that has no statistics would read every row.
    const text = `UPDATE ${metadata.tableName} AS t SET ${set.join(', ')} FROM ${unnest(columns)} AS v (${names.join(', ')})
      WHERE ${[...where, `t.${by} = v.${by}`, `t.${by} >= ?`, `t.${by} <= ?`].join(' AND ')}`;
    const range = textRange(lists[names.indexOf(by)] as string[]);
    await sql(manager, text, [...lists, ...fixed.map(({ value }) => value), ...range]);
  }
}

/**
 * Inserts rows that all name the same columns.
 * @param then follows the statement: `ON CONFLICT …`, `RETURNING …`.
 * @returns the rows of RETURNING.
 */
export async function insertEach<Row extends ObjectLiteral, Answer = never>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  rows: readonly Partial<Row>[],
  then = '',
): Promise<Answer[]> {
  if (rows.length === 0) return [];
  const metadata = manager.connection.getMetadata(entity);
  const [batch, ...more] = byColumns(metadata, rows);
  if (!batch || more.length > 0) throw new Error(`Not all new rows of ${metadata.tableName} name the same columns.`);
  const { columns, lists } = batch;
  const into = `INSERT INTO ${metadata.tableName} (${columns.map(({ databaseName }) => databaseName).join(', ')})`;
  if (getDialect(manager).hasLists) return sql(manager, `${into} SELECT * FROM ${unnest(columns)} ${then}`, lists);
  const values = rows.map(() => `(${sql.marks(columns)})`).join(', ');
  const parameters = rows.flatMap((_row, index) => lists.map((list) => list[index]));
  return sql(manager, `${into} VALUES ${values} ${then}`, parameters);
}

/** The lowest and the highest text in the order of the database. */
export function textRange(texts: readonly string[]): [first: string, last: string] {
  const sorted = texts.map((text) => Buffer.from(text)).sort((a, b) => a.compare(b));
  return [sorted[0]!.toString(), sorted.at(-1)!.toString()];
}

type Column = EntityMetadata['columns'][number];

interface Batch {
  columns: Column[];
  /** One list of values for each column. */
  lists: unknown[][];
}

/** Groups rows that name the same columns. */
function byColumns(metadata: EntityMetadata, rows: readonly ObjectLiteral[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const row of rows) {
    const given = givenColumns(metadata, row).sort((a, b) => (a.column.databaseName < b.column.databaseName ? -1 : 1));
    const names = given.map(({ column }) => column.databaseName).join();
    const batch = batches.get(names) ?? { columns: given.map(({ column }) => column), lists: given.map((): unknown[] => []) };
    given.forEach(({ value }, index) => batch.lists[index]!.push(value));
    batches.set(names, batch);
  }
  return [...batches.values()];
}

const unnest = (columns: readonly Column[]): string => `unnest(${columns.map(({ type }) => `?::${String(type)}[]`).join(', ')})`;
