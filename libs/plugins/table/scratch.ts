import { openSqliteFile, type Row, type RowStream } from '@percept/core';

/** What SQLite keeps in a column. */
export type Cell = number | string | null;

const CACHE_KB = 16_384;
/** Rows between two looks at the time limit. */
const LOOK_EVERY = 1_000;

/**
 * Tables that live as long as one call, in an unnamed SQLite file: grouping, joining and sorting of any number of rows in a
 * few megabytes of memory.
 */
export class Scratch {
  private readonly database = openSqliteFile('');

  constructor(private readonly signal: AbortSignal) {
    for (const pragma of ['journal_mode = off', 'synchronous = off', `cache_size = -${CACHE_KB}`, 'temp_store = file']) {
      this.database.pragma(pragma);
    }
  }

  /** Makes a table of so many columns, `c0` to `cN`, with a row of cells for each row. @returns how many there are. */
  async fill(table: string, rows: RowStream, width: number, cells: (row: Row, index: number) => Cell[]): Promise<number> {
    const columns = Array.from({ length: width }, (_, index) => `c${index}`);
    this.database.exec(`CREATE TABLE ${table} (${columns.join(', ')})`);
    const insert = this.database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
    let count = 0;
    this.database.exec('BEGIN');
    for await (const row of rows) {
      if (count % LOOK_EVERY === 0) this.signal.throwIfAborted();
      insert.run(...cells(row, count++));
    }
    this.database.exec('COMMIT');
    return count;
  }

  index(table: string, columns: string): void {
    this.database.exec(`CREATE INDEX ${table}_by ON ${table} (${columns})`);
  }

  /** The rows of a query as they come; the tables are gone after the last. */
  *answer<T>(sql: string, read: (cells: Cell[]) => T): Generator<T> {
    try {
      let count = 0;
      for (const cells of this.database.prepare(sql).raw().iterate() as Iterable<Cell[]>) {
        if (count++ % LOOK_EVERY === 0) this.signal.throwIfAborted();
        yield read(cells);
      }
    } finally {
      this.close();
    }
  }

  close(): void {
    this.database.close();
  }
}
