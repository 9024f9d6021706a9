import { sql, type Store, type Transaction } from '../database';

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

/** Removes what belongs to removed rows, in the same transaction. */
type Alongside = (tx: Transaction, ids: string[]) => Promise<unknown>;

/** A table whose ids sort by creation time, as those of `newId` do. */
interface TimedTable {
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

/** A timed table whose rows belong to projects, named in the column `project_id`. */
interface SizedTable extends TimedTable {
  /** SQL for the bytes of a row's long columns. */
  bytes: string;
}

export interface SizedRow {
  id: string;
  project_id: string;
  ended: number | string | null;
}

interface OversizeOptions extends RemovalOptions {
  /** Maximum bytes of one project. A project beyond it loses its own oldest rows first; other projects lose nothing. */
  maxBytes: number;
  /** Bytes stored elsewhere that belong to a row. */
  sizeOf?: (row: SizedRow) => Promise<number>;
}

/** A table whose rows belong to projects and expire. It has the columns `project_id` and `expires_at`. */
interface ExpiringTable {
  table: string;
  /** The primary key, a text column. */
  key: string;
  /** SQL for the bytes of a row. */
  bytes: string;
}

interface ExpiringRow {
  key: string;
  project_id: string;
  expires_at: number | string;
  bytes: number | string;
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

/** A table with a column that names the owner of each row. */
interface OwnedTable {
  table: string;
  /** Columns of the primary key. */
  key: string[];
  /** The column with the owner. */
  owner: string;
}

type Row = Record<string, unknown>;

/** Rows that ended more recently than this stay at any size, because somebody may be about to fetch them. */
const MIN_KEPT_MS = 3_600_000;
/** Bytes for the ids, times and indexes of a row. */
const ROW_BYTES = 300;

/** Removes rows in small steps. Unless it says otherwise, a way to remove needs only the index on the primary key. */
export class RowRemover {
  constructor(private readonly store: Store) {}

  /** Removes the rows that ended before a time. */
  async *ended(table: TimedTable, options: RemovalOptions, alongside?: Alongside): Removal {
    for await (const ids of this.idsThatEnded(table, options)) {
      yield ids.length === 0 ? 0 : await this.deleteEnded(table, { ids, before: options.before }, alongside);
    }
  }

  /** The ids of rows that ended before a time, step by step in the order of their ids. */
  async *idsThatEnded(
    { table, createdAt, endedAt }: TimedTable,
    { before, batch }: RemovalOptions,
  ): AsyncGenerator<string[], void, void> {
    const columns = `id, ${createdAt} AS created, ${endedAt} AS ended`;
    for (let after = ''; ;) {
      const text = `SELECT ${columns} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${batch}`;
      const rows = await sql<TimedRow>(this.store.reader, text, [after]);
      yield rows.filter(({ ended }) => ended !== null && Number(ended) < before).map(({ id }) => id);
      const last = rows.at(-1);
      if (rows.length < batch || Number(last!.created) >= before) return;
      after = last!.id;
    }
  }

  /** Removes the ended rows beyond the limit of their project. */
  async *beyond(table: SizedTable, options: OversizeOptions, alongside?: Alongside): Removal {
    const before = options.now - MIN_KEPT_MS;
    for await (const ids of this.idsBeyond(table, options)) {
      yield ids.length === 0 ? 0 : await this.deleteEnded(table, { ids, before }, alongside);
    }
  }

  /** The ids of ended rows beyond the limit of their project, newest first, step by step. */
  async *idsBeyond(
    { table, endedAt, bytes }: SizedTable,
    { maxBytes, now, batch, sizeOf = async () => 0 }: OversizeOptions,
  ): AsyncGenerator<string[], void, void> {
    const columns = `id, project_id, ${endedAt} AS ended, ${bytes} AS bytes`;
    const kept = new Map<string, number>();
    for (let below: string | undefined; ;) {
      const text = `SELECT ${columns} FROM ${table} ${below ? 'WHERE id < ?' : ''} ORDER BY id DESC LIMIT ${batch}`;
      const rows = await sql<SizedRow & { bytes: number | string }>(this.store.reader, text, below ? [below] : []);
      const beyond: string[] = [];
      for (const row of rows) {
        const size = (kept.get(row.project_id) ?? 0) + ROW_BYTES + Number(row.bytes) + (await sizeOf(row));
        kept.set(row.project_id, size);
        if (size > maxBytes && row.ended !== null && Number(row.ended) < now - MIN_KEPT_MS) beyond.push(row.id);
      }
      yield beyond;
      if (rows.length < batch) return;
      below = rows.at(-1)!.id;
    }
  }

  /** Removes the rows beyond the limit of their project; those that expire first go first. Needs an index on `expires_at`. */
  async *expiringBeyond({ table, key, bytes }: ExpiringTable, maxBytes: number, batch: number): Removal {
    const columns = `${key} AS key, project_id, expires_at, ${bytes} AS bytes`;
    const kept = new Map<string, number>();
    for (let last: ExpiringRow | undefined; ;) {
      const where = last ? `WHERE (expires_at, ${key}) < (?, ?)` : '';
      const text = `SELECT ${columns} FROM ${table} ${where} ORDER BY expires_at DESC, ${key} DESC LIMIT ${batch}`;
      const rows = await sql<ExpiringRow>(this.store.reader, text, last ? [last.expires_at, last.key] : []);
      const beyond = rows.filter((row) => {
        const size = (kept.get(row.project_id) ?? 0) + Number(row.bytes);
        kept.set(row.project_id, size);
        return size > maxBytes;
      });
      const keys = beyond.map((row) => row.key);
      yield keys.length === 0 ? 0 : await this.delete(`DELETE FROM ${table} WHERE ${key} IN (${sql.marks(keys)})`, keys);
      if (rows.length < batch) return;
      last = rows.at(-1);
    }
  }

  /** Removes the rows whose column is below the bound. Needs an index on the column. */
  async *below({ table, key, column, bound, projectId }: BoundedTable, batch: number): Removal {
    const keys = key.join(', ');
    const [owned, values] = projectId === undefined ? ['', [bound]] : ['AND project_id = ?', [bound, projectId]];
    const some = `SELECT ${keys} FROM ${table} WHERE ${column} < ? ${owned} ORDER BY ${column} LIMIT ${batch}`;
    yield* this.batches(`DELETE FROM ${table} WHERE (${keys}) IN (${some})`, values, batch);
  }

  /** Removes the rows of one owner. Needs an index that begins with the owner. */
  async *owned({ table, key, owner }: OwnedTable, ownerId: string, batch: number): Removal {
    const keys = key.join(', ');
    const some = `SELECT ${keys} FROM ${table} WHERE ${owner} = ? LIMIT ${batch}`;
    yield* this.batches(`DELETE FROM ${table} WHERE (${keys}) IN (${some})`, [ownerId], batch);
  }

  /**
   * Removes the rows whose owner matches. The primary key consists of text columns.
   * @param alongside receives the first column of the keys.
   */
  async *whereOwner(
    { isOwner, ...at }: OwnedTable & { batch: number; isOwner: (owner: string) => boolean },
    alongside: Alongside = async () => undefined,
  ): Removal {
    for await (const rows of this.walk(at)) {
      const found = rows.filter((row) => isOwner(String(row[at.owner])));
      if (found.length === 0) {
        yield 0;
        continue;
      }
      const each = `(${sql.marks(at.key)})`;
      const text = `DELETE FROM ${at.table} WHERE (${at.key.join(', ')}) IN (VALUES ${found.map(() => each).join(', ')})`;
      const values = found.flatMap((row) => at.key.map((name) => row[name]));
      const ids = found.map((row) => String(row[at.key[0]!]));
      yield await this.delete(text, values, (tx) => alongside(tx, ids));
    }
  }

  /** Reads a table in the order of its primary key, a batch at a time: no step is long, however few rows are wanted. */
  async *walk({ table, key, owner, batch }: OwnedTable & { batch: number }): AsyncGenerator<Row[], void, void> {
    const keys = key.join(', ');
    const columns = [...new Set([...key, owner])].join(', ');
    for (let after: unknown[] | undefined; ;) {
      const where = after ? `WHERE (${keys}) > (${sql.marks(after)})` : '';
      const text = `SELECT ${columns} FROM ${table} ${where} ORDER BY ${keys} LIMIT ${batch}`;
      const rows = await sql<Row>(this.store.reader, text, after);
      yield rows;
      if (rows.length < batch) return;
      after = key.map((name) => rows.at(-1)![name]);
    }
  }

  /** Runs in one transaction. A row that was reopened meanwhile stays. @returns the number of removed rows. */
  private deleteEnded(
    { table, endedAt }: TimedTable,
    { ids, before }: { ids: string[]; before: number },
    alongside: Alongside = async () => undefined,
  ): Promise<number> {
    return this.store.transaction(async (tx) => {
      const text = `DELETE FROM ${table} WHERE id IN (${sql.marks(ids)}) AND ${endedAt} < ? RETURNING id`;
      const removed = (await sql<{ id: string }>(tx.manager, text, [...ids, before])).map(({ id }) => id);
      if (removed.length > 0) await alongside(tx, removed);
      return removed.length;
    });
  }

  /** Repeats a statement that removes at most a batch until it removes less. */
  private async *batches(text: string, values: readonly unknown[], batch: number): Removal {
    for (let removed = batch; removed === batch;) {
      removed = await this.delete(text, values);
      yield removed;
    }
  }

  private delete(text: string, values: readonly unknown[], first?: (tx: Transaction) => Promise<unknown>): Promise<number> {
    return this.store.transaction(async (tx) => {
      await first?.(tx);
      return (await sql(tx.manager, `${text} RETURNING 1 AS one`, values)).length;
    });
  }
}
