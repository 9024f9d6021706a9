import { marks, sql, type Store } from '../database';
import type { Removal } from './removal';

/** A table whose rows belong to projects and expire. It has the columns `project_id` and `expires_at`. */
interface ExpiringTable {
  table: string;
  /** The primary key, a text column. */
  key: string;
  /** SQL for the bytes of a row. */
  bytes: string;
}

interface Row {
  key: string;
  project_id: string;
  expires_at: number | string;
  bytes: number | string;
}

/** Removes the rows that exceed the limit of their project; those that expire first go first. Needs an index on `expires_at`. */
export async function* removeExpiringBeyond(
  store: Store,
  { table, key, bytes, maxBytes, batch }: ExpiringTable & { maxBytes: number; batch: number },
): Removal {
  const columns = `${key} AS key, project_id, expires_at, ${bytes} AS bytes`;
  const kept = new Map<string, number>();
  for (let last: Row | undefined; ;) {
    const where = last ? `WHERE (expires_at, ${key}) < (?, ?)` : '';
    const text = `SELECT ${columns} FROM ${table} ${where} ORDER BY expires_at DESC, ${key} DESC LIMIT ${batch}`;
    const rows = await sql<Row>(store.reader, text, last ? [last.expires_at, last.key] : []);
    const beyond = rows.filter((row) => {
      const size = (kept.get(row.project_id) ?? 0) + Number(row.bytes);
      kept.set(row.project_id, size);
      return size > maxBytes;
    });
    const keys = beyond.map((row) => row.key);
    const remove = `DELETE FROM ${table} WHERE ${key} IN (${marks(keys)}) RETURNING 1 AS one`;
    yield keys.length === 0 ? 0 : await store.transaction(async ({ manager }) => (await sql(manager, remove, keys)).length);
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}
