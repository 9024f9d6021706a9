import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';

const TABLE = `CREATE TABLE IF NOT EXISTS commit_markers (
  owner uuid NOT NULL, slot integer NOT NULL, mark bigint NOT NULL, changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, slot))`;
/** Nobody asks for a marker for longer than a transaction waits for the server. */
const CLEANUP = "DELETE FROM commit_markers WHERE changed_at < now() - interval '1 day'";
/**
 * This must be a write, because a write waits for a transaction that the server has not ended yet. Unless the commit took place, it
 * leaves a higher mark. A commit that the server has received but not begun then fails.
 */
const READ = `INSERT INTO commit_markers AS m (owner, slot, mark) VALUES ($1, $2, $3::bigint + 1)
  ON CONFLICT (owner, slot) DO UPDATE SET mark = CASE m.mark WHEN $3::bigint THEN m.mark ELSE $3::bigint + 1 END, changed_at = now()
  RETURNING mark`;

export interface CommitMarker {
  slot: number;
  mark: number;
}

/**
 * Tells whether a commit took place when its answer was lost: each transaction that writes leaves a marker. The server's
 * `txid_status` cannot tell: after a crash PostgreSQL reuses the ids of lost transactions.
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

  /** Call it before the first statement of the transaction: its snapshot must include the last marker of the slot. */
  acquire(): CommitMarker {
    return { slot: this.free.pop() ?? this.slots++, mark: (this.marks += 2) };
  }

  /** Call it once it is known how the transaction ended. */
  release({ slot }: CommitMarker): void {
    this.free.push(slot);
  }

  /**
   * The statement that writes the marker, to be sent together with the COMMIT in one round trip. In a transaction that wrote
   * nothing it writes nothing, so the transaction may be repeated. It fails (by a division by zero) if `isCommitted` has already
   * answered that the commit did not take place.
   */
  statement({ slot, mark }: CommitMarker): string {
    return `INSERT INTO commit_markers AS m (owner, slot, mark)
      SELECT '${this.owner}', ${slot}, ${mark} WHERE txid_current_if_assigned() IS NOT NULL
      ON CONFLICT (owner, slot) DO UPDATE SET changed_at = now(),
        mark = excluded.mark / CASE WHEN m.mark > excluded.mark THEN 0 ELSE 1 END`;
  }

  async isCommitted({ slot, mark }: CommitMarker, source: DataSource): Promise<boolean> {
    const [row] = await source.query<{ mark: string }[]>(READ, [this.owner, slot, mark]);
    return Number(row!.mark) === mark;
  }
}
