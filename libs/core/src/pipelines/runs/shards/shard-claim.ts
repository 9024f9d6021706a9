import type { Transaction } from '../../../durable/database';
import type { RunShardEntity } from '../entities';
import { LostClaim } from '../context/run-claim';
import type { NewShard, ShardCounts } from '../entities/shard.repository';
import { stopStep, updateClaimed } from '../entities/shard.repository';

/** The numbers that a group of written results adds to a shard's counts. */
export interface ItemProgress extends ShardCounts {
  /** Items in flight. */
  running: number;
}

/** The right of this process to write results of a shard: a process that lost the shard changes no row, and is rolled back. */
export class ShardClaim {
  constructor(
    readonly shard: NewShard,
    readonly token: string,
    /** Failed items that the step tolerates; Infinity when it runs to its end. */
    private readonly tolerated: number,
  ) {}

  get runId(): string {
    return this.shard.run_id;
  }

  /** @throws LostClaim. */
  async addProgress(tx: Transaction, { succeeded, failed, cached, result_bytes, running }: ItemProgress): Promise<void> {
    const set =
      'succeeded = succeeded + ?, failed = failed + ?, cached = cached + ?, result_bytes = result_bytes + ?, running = ?';
    await this.update(tx, set, [succeeded, failed, cached, result_bytes, running]);
  }

  /** Call it after the results are written: stops the step everywhere if too many of its items have failed. */
  async stopIfTooManyFailed({ manager }: Transaction): Promise<void> {
    if (this.tolerated < Infinity) await stopStep(manager, this.shard, this.tolerated);
  }

  /** @throws LostClaim. */
  check(tx: Transaction): Promise<void> {
    return this.update(tx, 'claim = claim', []);
  }

  /** Writes what the shard's items wait for, and how many are in flight. @throws LostClaim. */
  async tell(tx: Transaction, { running, waits }: Pick<RunShardEntity, 'running' | 'waits'>): Promise<void> {
    await this.update(tx, 'running = ?, waits = ?', [running, waits]);
  }

  /** Leaves the shard to the next process. */
  async leave({ manager }: Transaction): Promise<void> {
    const set = 'claim = NULL, running = 0, waits = NULL';
    await updateClaimed(manager, { id: this.shard.id, claim: this.token }, set, []);
  }

  private async update({ manager }: Transaction, set: string, values: readonly unknown[]): Promise<void> {
    if (!(await updateClaimed(manager, { id: this.shard.id, claim: this.token }, set, values))) throw new LostClaim();
  }
}
