import { getDialect, sql, type Store } from '@percept/core';

/** Inserts a row; whatever its table also needs is filled in: 0 and texts that are JSON. */
export async function insertAnyRow(store: Store, table: string, row: Record<string, unknown>): Promise<void> {
  const { columns } = store.reader.connection.getMetadata(table);
  const filler = columns.map(({ databaseName, type, isNullable, default: fallback }) => {
    if (isNullable || fallback !== undefined) return [databaseName, undefined];
    if (type === 'boolean') return [databaseName, getDialect(store.reader).isSerial ? 0 : false];
    return [databaseName, type === 'text' ? '{}' : 0];
  });
  const values = Object.entries({ ...Object.fromEntries(filler), ...row }).filter(([, value]) => value !== undefined);
  const names = values.map(([name]) => name);
  const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${sql.marks(names)})`;
  await store.transaction(({ manager }) =>
    sql(
      manager,
      text,
      values.map(([, value]) => value),
    ),
  );
}
