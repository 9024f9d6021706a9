import type { RunShardEntity } from '../entities';
import { type ClaimedRun, pathsOf, RunContext, type RunServices } from '../execution/run-context';
import { ItemWriter } from '../items/item-writer';
import type { ShardClaim } from './shard-claim';

/** A shard that this process has claimed. */
export interface ClaimedShard extends ClaimedRun {
  shard: RunShardEntity;
  claim: ShardClaim;
}

/** One shard of a run while this process works on it; results go to its `writer`. */
export class ShardContext extends RunContext {
  readonly shard: RunShardEntity;
  readonly claim: ShardClaim;
  readonly writer: ItemWriter;

  private constructor(services: RunServices, paths: RunContext['paths'], claimed: ClaimedShard) {
    super(services, paths, claimed);
    this.shard = claimed.shard;
    this.claim = claimed.claim;
    this.writer = new ItemWriter(services, this.claim, (error) => this.stop(error), this.run.project_id);
  }

  static async openShard(services: RunServices, claimed: ClaimedShard): Promise<ShardContext> {
    return new ShardContext(services, await pathsOf(claimed.row), claimed);
  }

  /** A process ended while it worked on the shard: one of the items that were in flight may be the cause. */
  get isAfterCrash(): boolean {
    return this.shard.crashes > 0;
  }
}
