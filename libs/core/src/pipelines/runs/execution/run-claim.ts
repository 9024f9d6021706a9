import { sql, type Transaction } from '../../../durable/database';

/** Another process executes the run now: this process drops what it still has to write. */
export class LostClaim extends Error {
  constructor() {
    super('Another process has taken over this run.');
  }
}

/** What a group of written results adds to the counts of a run. */
export interface ItemProgress {
  succeeded: number;
  failed: number;
  cached: number;
  /** Items in flight. */
  running: number;
  /** Items per second; null while unknown. */
  rate: number | null;
}

/**
 * The right of this process to write to a run. Every change to the run's row names the token of the claim, so a process that
 * lost the run cannot change it: the statement matches no row and the transaction is rolled back.
 */
export class RunClaim {
  constructor(
    readonly runId: string,
    readonly token: string,
  ) {}

  /** @throws LostClaim. */
  addProgress(tx: Transaction, { succeeded, failed, cached, running, rate }: ItemProgress, now: number): Promise<void> {
    const set = 'succeeded = succeeded + ?, failed = failed + ?, cached = cached + ?, running = ?, rate = ?, rate_updated_at = ?';
    return this.update(tx, set, [succeeded, failed, cached, running, rate, now]);
  }

  /** Adds the items of a step that was listed. @throws LostClaim. */
  addItems(tx: Transaction, { total, failed }: { total: number; failed: number }): Promise<void> {
    return this.update(tx, 'total = total + ?, failed = failed + ?', [total, failed]);
  }

  /** @throws LostClaim. */
  clearRunning(tx: Transaction): Promise<void> {
    return this.update(tx, 'running = 0', []);
  }

  private async update({ manager }: Transaction, set: string, values: unknown[]): Promise<void> {
    const fenced = `UPDATE runs SET ${set} WHERE id = ? AND claim = ? AND status = 'running' RETURNING 1`;
    const rows = await sql(manager, fenced, [...values, this.runId, this.token]);
    if (rows.length !== 1) throw new LostClaim();
  }
}
