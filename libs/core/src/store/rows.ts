import {
  type EntityManager,
  type EntityMetadata,
  type EntityTarget,
  FindOperator,
  type ObjectLiteral,
  type ValueTransformer,
} from 'typeorm';
import { marks, sql } from './sql';

// What every answered call and every item of a run reads and writes goes by here: TypeORM's query builder makes the text of
// its statement anew each time, which takes ten times as long as the statement.

type Column = EntityMetadata['columns'][number];

/** What columns equal: null equals null, and `In(list)` is any of the list, of columns that are kept as they are. */
type Where<Row> = { [Name in keyof Row]?: Row[Name] | FindOperator<Row[Name]> };

/** The rows whose columns equal all that is given, with the columns that are named, else with all. */
export async function findRows<Row extends ObjectLiteral, Name extends keyof Row & string = keyof Row & string>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: Where<Row>,
  wanted?: readonly Name[],
): Promise<Pick<Row, Name>[]> {
  const metadata = manager.connection.getMetadata(entity);
  const { text, values } = condition(metadata, where);
  const columns = metadata.columns.filter(({ propertyName }) => wanted?.includes(propertyName as Name) ?? true);
  const names = columns.map(({ databaseName }) => databaseName).join(', ');
  const rows = await sql<ObjectLiteral>(manager, `SELECT ${names} FROM ${metadata.tableName} WHERE ${text}`, values);
  return rows.map((row) => {
    return Object.fromEntries(
      columns.map((column) => [column.propertyName, fromDatabase(column, row[column.databaseName])]),
    ) as Pick<Row, Name>;
  });
}

/** @returns how many rows were changed. What is undefined among the changes stays as it is. */
export async function updateRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: Partial<Row>,
  changes: Partial<Row>,
): Promise<number> {
  const metadata = manager.connection.getMetadata(entity);
  const set = given(metadata, changes);
  const { text, values } = condition(metadata, where);
  const assigned = set.map(({ column }) => `${column.databaseName} = ?`).join(', ');
  const statement = `UPDATE ${metadata.tableName} SET ${assigned} WHERE ${text} RETURNING 1`;
  return (await sql(manager, statement, [...set.map(({ value }) => value), ...values])).length;
}

function condition(metadata: EntityMetadata, where: ObjectLiteral): { text: string; values: unknown[] } {
  const parts = given(metadata, where);
  const tests = parts.map(({ column: { databaseName }, value }) => {
    if (value === null) return { text: `${databaseName} IS NULL`, values: [] };
    if (!(value instanceof FindOperator)) return { text: `${databaseName} = ?`, values: [value] };
    const list = value.value as unknown as unknown[];
    return { text: `${databaseName} IN (${marks(list)})`, values: list };
  });
  return { text: tests.map(({ text }) => text).join(' AND '), values: tests.flatMap(({ values }) => values) };
}

/** The columns that an object names, with what the database is given. @throws Error for a name that is no column's. */
function given(metadata: EntityMetadata, object: ObjectLiteral): { column: Column; value: unknown }[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const column = metadata.findColumnWithPropertyName(name);
    if (!column) throw new Error(`${metadata.tableName} has no column '${name}'.`);
    return value === undefined ? [] : [{ column, value: toDatabase(column, value) }];
  });
}

function toDatabase({ transformer }: Column, value: unknown): unknown {
  return transformer ? single(transformer).to(value) : value;
}

function fromDatabase({ transformer, type }: Column, value: unknown): unknown {
  if (transformer) return single(transformer).from(value);
  // SQLite has no booleans.
  return (type === 'boolean' || type === Boolean) && value !== null ? Boolean(value) : value;
}

/** None of our columns has a chain of them. */
function single(transformer: ValueTransformer | ValueTransformer[]): ValueTransformer {
  return Array.isArray(transformer) ? transformer[0]! : transformer;
}
