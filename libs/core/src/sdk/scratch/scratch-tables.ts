import { openSqliteFile } from '../../durable/database/sqlite';
import type { Row, RowStream } from '../../inference/declaration';

/** A value in a column. */
export type Cell = number | bigint | string | null;

const CACHE_KB = 16_384;
/** Rows between two checks of the time limit. */
const CHECK_EVERY = 1_000;

/** Converts SQLite's integers to numbers where that is exact. */
function exactNumber(cell: Cell): Cell {
  return typeof cell === 'bigint' && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;
}

/**
 * Temporary SQLite tables on disk, for one call. They group, join and sort any number of rows with a few megabytes of memory. Call
 * `close` if `select` is not read to its end.
 */
export class ScratchTables {
  private readonly database = openSqliteFile('');

  /** @param signal aborts `fill` and `select` at the time limit of the call. */
  constructor(private readonly signal: AbortSignal) {
    for (const pragma of ['journal_mode = off', 'synchronous = off', `cache_size = -${CACHE_KB}`, 'temp_store = file']) {
      this.database.pragma(pragma);
    }
  }

  /**
   * Creates a table with `width` columns, named `c0`, `c1` and so on, and inserts the cells of each row.
   * @returns the number of rows.
   */
  async fill(table: string, rows: RowStream, width: number, cells: (row: Row, index: number) => Cell[]): Promise<number> {
    const columns = Array.from({ length: width }, (_, index) => `c${index}`);
    this.database.exec(`CREATE TABLE ${table} (${columns.join(', ')})`);
    const insert = this.database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
    let count = 0;
    this.database.exec('BEGIN');
    for await (const row of rows) {
      if (count % CHECK_EVERY === 0) this.signal.throwIfAborted();
      insert.run(...cells(row, count++));
    }
    this.database.exec('COMMIT');
    return count;
  }

  /** Creates an index on the columns, such as `c0, c1`. */
  index(table: string, columns: string): void {
    this.database.exec(`CREATE INDEX ${table}_by ON ${table} (${columns})`);
  }

  /** Reads the rows of a query one by one; deletes the tables after the last. */
  *select<T>(sql: string, read: (cells: Cell[]) => T): Generator<T> {
    try {
      let count = 0;
      for (const cells of this.database.prepare(sql).raw().safeIntegers().iterate() as Iterable<Cell[]>) {
        if (count++ % CHECK_EVERY === 0) this.signal.throwIfAborted();
        yield read(cells.map(exactNumber));
      }
    } finally {
      this.close();
    }
  }

  /** Deletes the tables. */
  close(): void {
    this.database.close();
  }
}
