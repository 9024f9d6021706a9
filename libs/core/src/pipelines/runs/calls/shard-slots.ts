import type { Waiter, Semaphore } from '../../../kernel';

/** The slots that the items of one shard hold: the shard's own slots, or those that the process shares. */
export class ShardSlots {
  private taken = 0;
  /** When the number of held slots last changed. */
  private since = 0;

  constructor(
    private readonly semaphore: Semaphore,
    /**
     * The shard's place in the line. The older of two shards of a run goes first, so that the newer one keeps the slots busy while
     * the older ends.
     */
    private readonly place: Waiter,
    /** Called when an item takes the first slot or returns the last one. */
    private readonly onChange: () => void,
  ) {}

  /** How many items hold a slot. */
  get inside(): number {
    return this.taken;
  }

  async acquire(): Promise<void> {
    await this.semaphore.acquire(this.place);
    this.account();
    if (++this.taken === 1) this.onChange();
  }

  release(): void {
    this.account();
    this.semaphore.release(this.place);
    if (--this.taken === 0) this.onChange();
  }

  private account(): void {
    const now = performance.now();
    if (this.taken > 0) this.semaphore.charge(this.place.share, this.taken * (now - this.since));
    this.since = now;
  }
}
