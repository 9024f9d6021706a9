import { newId } from '../../../kernel';
import { textRange, type Transaction } from '../../../durable/database';
import type { FoundItem } from '../../sources';
import type { Step } from '../../language';
import type { LocalRun } from '../context/run-context';
import type { StepItems } from '../entities';
import { assign, insertItems, insertShard, type NewShard, orphans } from '../entities/shard.repository';

/** Items of a new shard. A shard whose items take long hands most of them on: see `splitShard`. */
export const SHARD_ITEMS = 128;

/** How the `concurrency` of a block is divided among shards. */
export interface ShardShare {
  /** Items in flight for each shard; null: as many as its process has slots. */
  slots: number | null;
  /** Shards at a time, over all processes. */
  atOnce?: number;
}

/** Gives each shard about as many items in flight as a process works on, and all shards together no more than the block allows. */
export function divideConcurrency(step: Step, ofProcess: number): ShardShare {
  const concurrency = step.kind === 'block' ? step.concurrency : 1;
  if (concurrency === undefined) return { slots: null };
  const atOnce = Math.max(1, Math.ceil(concurrency / ofProcess));
  return { slots: Math.floor(concurrency / atOnce), atOnce };
}

/** Adds listed items, a shard for them and its job, in one transaction. @returns how many items were new, and how many refused. */
export async function addListed(
  context: LocalRun,
  tx: Transaction,
  { step, items, share }: { step: Step; items: readonly FoundItem[]; share: ShardShare },
): Promise<{ total: number; failed: number }> {
  if (items.length === 0) return { total: 0, failed: 0 };
  const at: StepItems = { run_id: context.id, step: step.id };
  const shard = newId('shard');
  const { pending, refused } = await insertItems(tx.manager, at, { shard, items, now: context.services.clock.now() });
  if (pending.length > 0) await addShard(context, tx, { ...at, id: shard, ...rangeOf(pending), slots: share.slots }, share);
  return { total: pending.length + refused, failed: refused };
}

/**
 * Cuts a shard of pending items that belong to no open shard, after a retry or if the database lost results.
 * @returns whether it cut one.
 */
export async function cutOrphans(context: LocalRun, tx: Transaction, step: Step, share: ShardShare): Promise<boolean> {
  const at: StepItems = { run_id: context.id, step: step.id };
  const sorts = await orphans(tx.manager, at, SHARD_ITEMS);
  if (sorts.length === 0) return false;
  await cutShard(context, tx, { at, sorts, share });
  return true;
}

/** Cuts a shard of these items, which must be sorted. */
export async function cutShard(
  context: LocalRun,
  tx: Transaction,
  { at, sorts, share }: { at: StepItems; sorts: readonly string[]; share: ShardShare },
): Promise<void> {
  const shard: NewShard = { ...at, id: newId('shard'), ...rangeOf(sorts), slots: share.slots };
  await assign(tx.manager, at, shard.id, sorts);
  await addShard(context, tx, shard, share);
}

async function addShard(context: LocalRun, tx: Transaction, shard: NewShard, { atOnce }: ShardShare): Promise<void> {
  await insertShard(tx.manager, shard);
  await context.services.jobs.addShard(tx, shard, context, atOnce);
}

/** Sources may list items in another order. */
function rangeOf(sorts: readonly string[]): { first_sort: string; last_sort: string } {
  const [first_sort, last_sort] = textRange(sorts);
  return { first_sort, last_sort };
}
