import { marks, sql, type Store, type Transaction } from '../database';

export interface RemovalOptions {
  /** Rows that ended before this are removed; ms since the epoch. */
  before: number;
  /** ms since the epoch. */
  now: number;
  /** Maximum number of rows that one step reads and removes. */
  batch: number;
}

/** Each step is one small transaction. Yields how many rows it removed; the caller decides when to take the next step. */
export type Removal = AsyncGenerator<number, void, void>;

/** A table whose ids sort by creation time, as those of `newId` do. */
export interface TimedTable {
  table: string;
  /** Column with the creation time of a row. */
  createdAt: string;
  /** Column with the end time of a row; rows without one stay. */
  endedAt: string;
}

interface TimedRow {
  id: string;
  created: number | string;
  ended: number | string | null;
}

/** The ids of rows that ended before that time, step by step in the order of their ids. Needs only an index on the primary key. */
export async function* idsThatEnded(
  store: Store,
  { table, createdAt, endedAt }: TimedTable,
  { before, batch }: RemovalOptions,
): AsyncGenerator<string[], void, void> {
  const columns = `id, ${createdAt} AS created, ${endedAt} AS ended`;
  for (let after = ''; ;) {
    const text = `SELECT ${columns} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${batch}`;
    const rows = await sql<TimedRow>(store.reader, text, [after]);
    yield rows.filter(({ ended }) => ended !== null && Number(ended) < before).map(({ id }) => id);
    const last = rows.at(-1);
    if (rows.length < batch || Number(last!.created) >= before) return;
    after = last!.id;
  }
}

/** Removes the rows that ended before that time. `alongside` removes what belongs to them, in the same transaction. */
export async function* removeEnded(
  store: Store,
  table: TimedTable,
  options: RemovalOptions,
  alongside?: (tx: Transaction, ids: string[]) => Promise<unknown>,
): Removal {
  for await (const ids of idsThatEnded(store, table, options)) {
    yield ids.length === 0 ? 0 : await deleteEnded(store, table, { ids, before: options.before }, alongside);
  }
}

/** Runs in one transaction. A row that was reopened meanwhile stays. @returns the number of removed rows. */
export function deleteEnded(
  store: Store,
  { table, endedAt }: TimedTable,
  { ids, before }: { ids: string[]; before: number },
  alongside: (tx: Transaction, ids: string[]) => Promise<unknown> = async () => undefined,
): Promise<number> {
  return store.transaction(async (tx) => {
    const text = `DELETE FROM ${table} WHERE id IN (${marks(ids)}) AND ${endedAt} < ? RETURNING id`;
    const removed = (await sql<{ id: string }>(tx.manager, text, [...ids, before])).map(({ id }) => id);
    if (removed.length > 0) await alongside(tx, removed);
    return removed.length;
  });
}

/** A table whose rows are selected by comparing a column with a bound. */
interface BoundedTable {
  table: string;
  /** Columns of the primary key. */
  key: string[];
  column: string;
  bound: string | number;
  /** Limits the removal to one project, by the column `project_id`. */
  projectId?: string;
}

/** Removes the rows whose column is below the bound. */
export async function* removeBelow(store: Store, { table, key, column, bound, projectId }: BoundedTable, batch: number): Removal {
  const keys = key.join(', ');
  const [owned, values] = projectId === undefined ? ['', [bound]] : ['AND project_id = ?', [bound, projectId]];
  const old = `SELECT ${keys} FROM ${table} WHERE ${column} < ? ${owned} ORDER BY ${column} LIMIT ${batch}`;
  const text = `DELETE FROM ${table} WHERE (${keys}) IN (${old}) RETURNING 1 AS one`;
  for (;;) {
    const removed = await store.transaction(async ({ manager }) => (await sql(manager, text, values)).length);
    yield removed;
    if (removed < batch) return;
  }
}
