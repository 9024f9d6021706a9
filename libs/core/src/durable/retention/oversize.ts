import { sql, type Store, type Transaction } from '../database';
import { deleteEnded, type Removal, type RemovalOptions, type TimedTable } from './removal';

/** Rows that ended more recently than this stay at any size, because somebody may be about to fetch them. */
const MIN_KEPT_MS = 3_600_000;
/** Bytes for the ids, times and indexes of a row. */
const ROW_BYTES = 300;

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

/** The ids of ended rows beyond the limit of their project, newest first, step by step. */
export async function* idsBeyond(
  store: Store,
  { table, endedAt, bytes }: SizedTable,
  { maxBytes, now, batch, sizeOf = async () => 0 }: OversizeOptions,
): AsyncGenerator<string[], void, void> {
  const columns = `id, project_id, ${endedAt} AS ended, ${bytes} AS bytes`;
  const kept = new Map<string, number>();
  for (let below: string | undefined; ;) {
    const text = `SELECT ${columns} FROM ${table} ${below ? 'WHERE id < ?' : ''} ORDER BY id DESC LIMIT ${batch}`;
    const rows = await sql<SizedRow & { bytes: number | string }>(store.reader, text, below ? [below] : []);
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

/** Removes the ended rows beyond the limit of their project. `alongside` removes what belongs to them. */
export async function* removeBeyond(
  store: Store,
  table: SizedTable,
  options: OversizeOptions,
  alongside?: (tx: Transaction, ids: string[]) => Promise<unknown>,
): Removal {
  const before = options.now - MIN_KEPT_MS;
  for await (const ids of idsBeyond(store, table, options)) {
    yield ids.length === 0 ? 0 : await deleteEnded(store, table, { ids, before }, alongside);
  }
}
