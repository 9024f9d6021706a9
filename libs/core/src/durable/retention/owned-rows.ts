import { marks, sql, type Store, type Transaction } from '../database';
import type { Removal } from './removal';

/** A table with a column that names the owner of each row. */
interface OwnedTable {
  table: string;
  /** Columns of the primary key. */
  key: string[];
  /** The column with the owner. */
  owner: string;
}

type Row = Record<string, unknown>;

/** Removes the rows of one owner. Needs an index that begins with the owner. */
export async function* removeOwned(
  store: Store,
  { table, key, owner, ownerId, batch }: OwnedTable & { ownerId: string; batch: number },
): Removal {
  const keys = key.join(', ');
  const some = `SELECT ${keys} FROM ${table} WHERE ${owner} = ? LIMIT ${batch}`;
  const text = `DELETE FROM ${table} WHERE (${keys}) IN (${some}) RETURNING 1 AS one`;
  for (let removed = batch; removed === batch;) {
    removed = await store.transaction(async ({ manager }) => (await sql(manager, text, [ownerId])).length);
    yield removed;
  }
}

/** Reads a table in the order of its primary key, a batch at a time: no step is long, however few rows are wanted. */
export async function* walkRows(
  store: Store,
  { table, key, owner, batch }: OwnedTable & { batch: number },
): AsyncGenerator<Row[], void, void> {
  const keys = key.join(', ');
  const columns = [...new Set([...key, owner])].join(', ');
  for (let after: unknown[] | undefined; ;) {
    const where = after ? `WHERE (${keys}) > (${marks(after)})` : '';
    const rows = await sql<Row>(store.reader, `SELECT ${columns} FROM ${table} ${where} ORDER BY ${keys} LIMIT ${batch}`, after);
    yield rows;
    if (rows.length < batch) return;
    after = key.map((name) => rows.at(-1)![name]);
  }
}

/**
 * Removes the rows whose owner matches. Needs only an index on the primary key, which consists of text columns.
 * @param alongside removes what belongs to the rows, in the same transaction; it receives the first column of their keys.
 */
export async function* removeWhereOwner(
  store: Store,
  { isOwner, ...at }: OwnedTable & { batch: number; isOwner: (owner: string) => boolean },
  alongside: (tx: Transaction, ids: string[]) => Promise<unknown> = async () => undefined,
): Removal {
  for await (const rows of walkRows(store, at)) {
    const found = rows.filter((row) => isOwner(String(row[at.owner])));
    if (found.length === 0) {
      yield 0;
      continue;
    }
    const each = `(${marks(at.key)})`;
    const text = `DELETE FROM ${at.table} WHERE (${at.key.join(', ')}) IN (VALUES ${found.map(() => each).join(', ')})`;
    yield await store.transaction(async (tx) => {
      await alongside(
        tx,
        found.map((row) => String(row[at.key[0]!])),
      );
      const values = found.flatMap((row) => at.key.map((name) => row[name]));
      return (await sql(tx.manager, `${text} RETURNING 1 AS one`, values)).length;
    });
  }
}
