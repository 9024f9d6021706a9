import {
  type EntityManager,
  type EntityMetadata,
  type EntityTarget,
  FindOperator,
  type ObjectLiteral,
  type ValueTransformer,
} from 'typeorm';
import { sql } from './sql';

// Statements of every answered call and every item of a run. TypeORM's query builder would build the text of each statement again,
// which takes ten times as long as the statement. Columns are named like their properties.

type Column = EntityMetadata['columns'][number];

/**
 * The values that columns must equal. Null equals null. `In(list)` matches any value of the list, only in columns without a
 * transformer.
 */
type Where<Row> = { [Name in keyof Row]?: Row[Name] | FindOperator<Row[Name]> };

/** Finds the rows whose columns equal all given values. Reads only the `wanted` columns, or all by default. */
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
  const rows = await sql<Pick<Row, Name>>(manager, `SELECT ${names} FROM ${metadata.tableName} WHERE ${text}`, values);
  for (const column of columns.filter(isConverted)) {
    const name = column.propertyName as Name;
    for (const row of rows) row[name] = fromDatabase(column, row[name]) as Row[Name];
  }
  return rows;
}

/** @returns the number of changed rows. Undefined changes leave their columns as they are. */
export async function updateRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  where: Partial<Row>,
  changes: Partial<Row>,
): Promise<number> {
  const metadata = manager.connection.getMetadata(entity);
  const set = givenColumns(metadata, changes);
  const { text, values } = condition(metadata, where);
  const assigned = set.map(({ column }) => `${column.databaseName} = ?`).join(', ');
  const statement = `UPDATE ${metadata.tableName} SET ${assigned} WHERE ${text} RETURNING 1`;
  return (await sql(manager, statement, [...set.map(({ value }) => value), ...values])).length;
}

function condition(metadata: EntityMetadata, where: ObjectLiteral): { text: string; values: unknown[] } {
  const tests: string[] = [];
  const values: unknown[] = [];
  for (const { column, value } of givenColumns(metadata, where)) {
    const name = column.databaseName;
    if (value === null) {
      tests.push(`${name} IS NULL`);
    } else if (value instanceof FindOperator) {
      const list = value.value as unknown as unknown[];
      tests.push(`${name} IN (${sql.marks(list)})`);
      values.push(...list);
    } else {
      tests.push(`${name} = ?`);
      values.push(value);
    }
  }
  return { text: tests.join(' AND '), values };
}

/** The columns that an object names, with their database values. @throws Error for a name that is not a column. */
export function givenColumns(metadata: EntityMetadata, object: ObjectLiteral): { column: Column; value: unknown }[] {
  const found: { column: Column; value: unknown }[] = [];
  for (const [name, value] of Object.entries(object)) {
    const column = metadata.findColumnWithPropertyName(name);
    if (!column) throw new Error(`${metadata.tableName} has no column '${name}'.`);
    if (value !== undefined) found.push({ column, value: toDatabase(column, value) });
  }
  return found;
}

function toDatabase({ transformer }: Column, value: unknown): unknown {
  return transformer ? single(transformer).to(value) : value;
}

/** Whether the database's value differs from the entity's. SQLite has no booleans. */
function isConverted({ transformer, type }: Column): boolean {
  return transformer !== undefined || type === 'boolean' || type === Boolean;
}

function fromDatabase({ transformer }: Column, value: unknown): unknown {
  if (transformer) return single(transformer).from(value);
  return value === null ? null : Boolean(value);
}

/** Our columns have no chains of transformers. */
function single(transformer: ValueTransformer | ValueTransformer[]): ValueTransformer {
  return Array.isArray(transformer) ? transformer[0]! : transformer;
}
