import type { ItemRunner } from '../items/item-runner';
import { cutShard, shareOf } from './cut-shards';
import { sortsAfter } from '../entities/shard.repository';
import type { ShardContext } from '../shards/shard-context';

/** A shard of 2 to 5 s: what it would do after 5 s goes to other shards, once it has shown in 2 s how long its items take. */
export const SPLIT_EVERY_MS = 2_000;
const MAX_SHARD_MS = 5_000;
const MAX_LEFT_MS = MAX_SHARD_MS - SPLIT_EVERY_MS;
/** A part of less work than this is not worth a claim of its own. */
const MIN_PART_MS = 100;
/** How many parts a shard is cut into for processes that have nothing to do. Parts that nobody takes stop further cuts. */
const PARTS = 4;

/** How a shard hands its items on. */
interface Cut {
  /** How many items that have not started stay. */
  kept: number;
  /** Items of each new shard. */
  size: number;
}

/** Hands items of a shard on to other processes. */
export class ShardSplitter {
  private splitting = false;

  constructor(
    private readonly context: ShardContext,
    private readonly runner: ItemRunner,
  ) {}

  /** Hands the items on that this shard would take too long for, in shards of about 5 s each. */
  async splitLong(): Promise<void> {
    const { msOfItem, waiting } = this.runner;
    // One that waits for its turn takes no slot from anybody.
    if (msOfItem === undefined) return;
    const itemsIn = (ms: number) => Math.max(this.most, Math.ceil((ms * this.most) / msOfItem));
    const kept = itemsIn(MAX_LEFT_MS);
    if (waiting > kept) await this.split(() => ({ kept, size: itemsIn(MAX_SHARD_MS) }));
  }

  /** Every shard of the step is taken: a process that has nothing to do gets a part of what is left here. */
  async splitForIdle(): Promise<void> {
    const { msOfItem = Infinity, waiting } = this.runner;
    if (waiting === 0 || (waiting * msOfItem) / this.most < MIN_PART_MS * PARTS) return;
    await this.split((items) => {
      const size = Math.ceil(items / PARTS);
      return { kept: size, size };
    });
  }

  private get share() {
    return shareOf(this.context.step, this.context.run.services.slots.size);
  }

  /** Items in flight of a shard. */
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
    // A shard with a suspect stays whole, so that it stays careful.
    if (step.kind !== 'block' || context.isAfterCrash || context.signal.aborted) return;
    // One that is alone may have more items in flight than its share.
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
