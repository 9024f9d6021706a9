import type { RowSources } from './row-sources';

/** The row sources of runs whose shards this process works on: shards share what was downloaded, and the last removes it. */
export class SharedRows {
  private readonly inUse = new Map<string, { rows: RowSources; borrowers: number }>();

  /** @param make is called if no other shard of that run is under way. */
  borrow(runId: string, make: () => RowSources): RowSources {
    const entry = this.inUse.get(runId) ?? { rows: make(), borrowers: 0 };
    entry.borrowers++;
    this.inUse.set(runId, entry);
    return entry.rows;
  }

  async giveBack(runId: string): Promise<void> {
    const entry = this.inUse.get(runId)!;
    if (--entry.borrowers > 0) return;
    this.inUse.delete(runId);
    await entry.rows.close();
  }
}
