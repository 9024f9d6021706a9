import type { ItemRunner } from '../items/item-runner';
import { cutShard, divideConcurrency } from './cut-shards';
import { sortsAfter } from '../entities/shard.repository';
import type { ShardContext } from '../shards/shard-context';

/**
 * A shard takes 2 to 5 s: after 2 s it is known how long its items take, and the items that would run after 5 s go to other shards.
 */
export const SPLIT_EVERY_MS = 2_000;
const MAX_SHARD_MS = 5_000;
const MAX_LEFT_MS = MAX_SHARD_MS - SPLIT_EVERY_MS;
/** A part with less work than this is not worth its own claim. */
const MIN_PART_MS = 100;
/** How many parts a shard is cut into for idle processes. While nobody takes the parts, no more are cut. */
const PARTS = 4;

/** How a shard hands on its items. */
interface Cut {
  /** How many items that have not started stay in the shard. */
  kept: number;
  /** The number of items in each new shard. */
  size: number;
}

/** Hands items of a shard on to other processes. */
export class ShardSplitter {
  private splitting = false;

  constructor(
    private readonly context: ShardContext,
    private readonly runner: ItemRunner,
  ) {}

  /** Hands on the items that would take this shard too long, in shards of about 5 s each. */
  async splitLong(): Promise<void> {
    const { msOfItem, waiting } = this.runner;
    // A shard that waits for its turn takes a slot from nobody.
    if (msOfItem === undefined) return;
    const itemsIn = (ms: number) => Math.max(this.most, Math.ceil((ms * this.most) / msOfItem));
    const kept = itemsIn(MAX_LEFT_MS);
    if (waiting > kept) await this.split(() => ({ kept, size: itemsIn(MAX_SHARD_MS) }));
  }

  /** Every shard of the step is taken: an idle process gets a part of the items left here. */
  async splitForIdle(): Promise<void> {
    const { msOfItem = Infinity, waiting } = this.runner;
    if (waiting === 0 || (waiting * msOfItem) / this.most < MIN_PART_MS * PARTS) return;
    await this.split((items) => {
      const size = Math.ceil(items / PARTS);
      return { kept: size, size };
    });
  }

  private get share() {
    return divideConcurrency(this.context.step, this.context.run.services.slots.size);
  }

  /** The most items in flight of a shard. */
  private get most(): number {
    return this.share.slots ?? this.context.run.services.slots.size;
  }

  private async split(cutOf: (items: number) => Cut): Promise<void> {
    if (this.splitting) return;
    this.splitting = true;
    try {
      await this.handOn(cutOf);
    } finally {
      this.splitting = false;
    }
  }

  private async handOn(cutOf: (items: number) => Cut): Promise<void> {
    const { context, runner } = this;
    const { run, step, shard, claim } = context;
    const { store } = run.services;
    // A shard with a suspect item stays whole, so that it stays careful.
    if (step.kind !== 'block' || context.isAfterCrash || context.signal.aborted) return;
    // A shard that is alone may have more items in flight than its share.
    if ((shard.slots ?? 0) > this.most) return;
    const waiting = await sortsAfter(store.reader, shard, runner.position.after ?? '');
    const { kept, size } = cutOf(waiting.length);
    const rest = waiting.slice(kept);
    // Items that have started meanwhile stay here.
    rest.splice(0, rest.indexOf(runner.position.after ?? '') + 1);
    if (rest.length === 0) return;
    runner.handOn(rest);
    await store.transaction(async (tx) => {
      await claim.check(tx);
      for (let from = 0; from < rest.length; from += size) {
        const sorts = rest.slice(from, from + size);
        await cutShard(run, tx, { at: { run_id: run.id, step: step.id }, sorts, share: this.share });
      }
    }, run.share);
  }
}
