import type { Place, Semaphore } from '../../../kernel';

/** The slots that the items of one shard hold, of its own or of those that the process shares. */
export class ShardSlots {
  private taken = 0;
  /** When the number of those taken changed last. */
  private since = 0;

  constructor(
    private readonly semaphore: Semaphore,
    /** Its turn: the older of two shards of a run ends first, so that the other keeps the slots busy while this one ends. */
    private readonly place: Place,
    /** Called when an item takes the first slot, or gives the last one back. */
    private readonly onChange: () => void,
  ) {}

  /** How many items hold one. */
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
