import type { ItemRunner } from '../items/item-runner';
import { cutShard, shareOf } from './cut-shards';
import { sortsAfter } from './shard.repository';
import type { ShardContext } from './shard-context';

/** A shard of 2 to 5 s: what it does not do in the first two, at its own pace, goes to other shards. */
export const SPLIT_AFTER_MS = 2_000;
const MORE_AT_THAT_PACE = 1.5;

/** Hands the items on that this shard would take too long for, in shards of about 5 s each. */
export async function splitShard(context: ShardContext, runner: ItemRunner): Promise<void> {
  const { run, step, shard, claim } = context;
  const { services } = run;
  const { after } = runner.position;
  // A shard with a suspect stays whole, so that it stays careful.
  if (after === undefined || context.isAfterCrash || context.signal.aborted) return;
  const share = shareOf(step, services.slots.size);
  const most = share.slots ?? services.slots.size;
  const kept = Math.max(most, Math.ceil(runner.ended * MORE_AT_THAT_PACE));
  const rest = (await sortsAfter(services.store.reader, shard, after)).slice(kept);
  // One that is alone may have more items in flight than its share.
  if (rest.length === 0 || (shard.slots ?? 0) > most) return;
  const size = Math.max(most, Math.ceil(runner.ended * (1 + MORE_AT_THAT_PACE)));
  // Those that have started meanwhile stay here.
  rest.splice(0, rest.indexOf(runner.position.after ?? '') + 1);
  runner.handOn(rest);
  await services.store.transaction(async (tx) => {
    await claim.check(tx);
    for (let from = 0; from < rest.length; from += size) {
      const sorts = rest.slice(from, from + size);
      await cutShard(run, tx, { at: { run_id: run.id, step: step.id }, sorts, share });
    }
  });
}
