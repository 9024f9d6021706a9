import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';

const TABLE = `CREATE TABLE IF NOT EXISTS commit_markers (
  owner uuid NOT NULL, slot integer NOT NULL, mark bigint NOT NULL, changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, slot))`;
/** Nobody asks for a marker for longer than a transaction waits for the server. */
const CLEANUP = "DELETE FROM commit_markers WHERE changed_at < now() - interval '1 day'";
/** Writes nothing in a transaction that has written nothing. */
const WRITE = `INSERT INTO commit_markers (owner, slot, mark) SELECT $1, $2, $3 WHERE txid_current_if_assigned() IS NOT NULL
  ON CONFLICT (owner, slot) DO UPDATE SET mark = excluded.mark, changed_at = now() RETURNING mark`;
/** A write, because a write waits for a transaction that the server has not ended yet. */
const READ = `INSERT INTO commit_markers (owner, slot, mark) VALUES ($1, $2, 0)
  ON CONFLICT (owner, slot) DO UPDATE SET changed_at = now() RETURNING mark`;

export interface CommitMarker {
  slot: number;
  mark: number;
}

/**
 * Tells whether a commit took place whose answer was lost: each transaction that writes leaves a marker. The server's own
 * `txid_status` cannot tell, because after a crash PostgreSQL assigns the ids of the transactions that it lost again.
 */
export class CommitMarkers {
  private readonly owner = randomUUID();
  private readonly free: number[] = [];
  private slots = 0;
  private marks = 0;

  static async prepare(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(CLEANUP);
  }

  /** Call it before the first statement of the transaction: its snapshot has to see the last marker of the slot. */
  acquire(): CommitMarker {
    return { slot: this.free.pop() ?? this.slots++, mark: ++this.marks };
  }

  /** Call it once it is known how the transaction ended. */
  release({ slot }: CommitMarker): void {
    this.free.push(slot);
  }

  /** @returns false if the transaction has written nothing, and may be run again. */
  async write({ slot, mark }: CommitMarker, runner: QueryRunner): Promise<boolean> {
    const rows = (await runner.query(WRITE, [this.owner, slot, mark])) as unknown[];
    return rows.length > 0;
  }

  async isCommitted({ slot, mark }: CommitMarker, source: DataSource): Promise<boolean> {
    const [row] = await source.query<{ mark: string }[]>(READ, [this.owner, slot]);
    return Number(row!.mark) === mark;
  }
}
