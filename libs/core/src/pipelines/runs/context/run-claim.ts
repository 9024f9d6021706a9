import type { Transaction } from '../../../durable/database';
import { updateClaimedRun } from '../run.repository';

/** Another process executes the run now, so this process drops its unwritten changes. */
export class LostClaim extends Error {
  constructor() {
    super('Another process has taken over this run.');
  }
}

/**
 * The right of this process to write to a run. Every change to the run's row names the claim's token. If a process has lost the
 * run, the statement matches no row and the transaction is rolled back.
 */
export class RunClaim {
  constructor(
    readonly runId: string,
    readonly token: string,
  ) {}

  /** Sets the items per second over all processes. @throws LostClaim. */
  setRate(tx: Transaction, rate: number | null, now: number): Promise<void> {
    return this.update(tx, 'rate = ?, rate_updated_at = ?', [rate, now]);
  }

  /** Adds listed items to the counts. @throws LostClaim. */
  addItems(tx: Transaction, { total, failed }: { total: number; failed: number }): Promise<void> {
    return this.update(tx, 'total = total + ?, failed = failed + ?', [total, failed]);
  }

  /** @throws LostClaim. */
  check(tx: Transaction): Promise<void> {
    return this.update(tx, 'running = 0', []);
  }

  private async update({ manager }: Transaction, set: string, values: unknown[]): Promise<void> {
    const isOurs = await updateClaimedRun(manager, { id: this.runId, claim: this.token }, set, values);
    if (!isOurs) throw new LostClaim();
  }
}
