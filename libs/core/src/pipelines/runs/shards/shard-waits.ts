import { ITEM_WAITS, type ItemWait, type ShardWait } from '../entities';

/** Why the items of one shard wait, in the process that works on it. */
export class ShardWaits {
  private readonly waits = new Set<Omit<ShardWait, 'count'>>();

  /** Records the wait while `work` runs. */
  async during<T>(kind: ItemWait, until: number | null, work: () => Promise<T>): Promise<T> {
    const wait = { kind, until };
    this.waits.add(wait);
    try {
      return await work();
    } finally {
      this.waits.delete(wait);
    }
  }

  /** The current waits of the items, one entry for each kind. */
  get now(): ShardWait[] {
    return ITEM_WAITS.flatMap((kind) => {
      const waits = [...this.waits].filter((each) => each.kind === kind);
      if (waits.length === 0) return [];
      const ends = waits.flatMap(({ until }) => until ?? []);
      return [{ kind, count: waits.length, until: ends.length > 0 ? Math.min(...ends) : null }];
    });
  }
}
