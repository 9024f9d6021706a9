import { hostname } from 'node:os';
import { isDatabaseError } from '../../../durable/database';
import type { Job, JobContext } from '../../../durable/queue';
import { parsePipeline, type Catalogue, type Step } from '../../language';
import { ENDED } from '../entities';
import { LostClaim } from '../execution/run-claim';
import { rowsOf, type RunServices } from '../execution/run-context';
import { knownOutcomes } from '../execution/step-outcome';
import { scopeAfter } from '../execution/step-scope';
import { countItems, findStep } from '../execution/step.repository';
import { ItemRunner } from '../items/item-runner';
import { mostFailures } from '../items/tolerance';
import { SharedRows } from '../rows/shared-rows';
import { ShardClaim } from './shard-claim';
import { ShardContext, type ClaimedShard } from './shard-context';
import { findRun } from '../run.repository';
import { endShard, findShard, lockRun, takeShard } from './shard.repository';
import { SPLIT_AFTER_MS, splitShard } from './split-shard';

/** How long a shard waits that cannot begin before all items are listed. */
const LISTING_MS = 200;

class Cancelled extends Error {}
class Closing extends Error {}

export interface ShardWorkerOptions extends RunServices {
  catalogue: Catalogue;
  /** How long a closing process waits for the calls in flight. */
  drainMs: number;
}

/** A shard under way in this process. */
interface ShardRun {
  context: ShardContext;
  runner: ItemRunner;
  step: Step;
}

/** Works the jobs of shards: claims a shard, runs its items, and ends it. Any process may, while another coordinates the run. */
export class ShardWorker {
  private readonly working = new Set<ShardRun>();
  private readonly rows = new SharedRows();

  constructor(private readonly options: ShardWorkerOptions) {}

  /** Stops the shards of the run that this process works on. */
  cancel(runId: string): void {
    for (const { context } of this.working) if (context.id === runId) context.stop(new Cancelled());
  }

  async work(job: Job, lease: JobContext): Promise<void> {
    const claimed = await this.claim(job, lease);
    if (!claimed) return;
    const { id } = claimed.row;
    const rows = this.rows.borrow(id, () => rowsOf(this.options, id));
    try {
      await this.workOn(await this.open({ ...claimed, rows }, lease), lease);
    } finally {
      // What cannot be removed now goes with the run.
      await this.rows.giveBack(id).catch(() => undefined);
    }
  }

  private async workOn(shard: ShardRun, lease: JobContext): Promise<void> {
    this.working.add(shard);
    const ends = [this.watch(shard, lease.signal), this.splitLater(shard)];
    try {
      await this.run(shard);
      await this.end(shard, lease);
    } catch (error) {
      await this.endAfter(error, shard, lease);
    } finally {
      for (const end of ends) end();
      this.working.delete(shard);
      this.options.watch.look();
    }
  }

  /** Claims the shard for this process; undefined if there is nothing to do. */
  private claim(job: Job, lease: JobContext): Promise<ClaimedShard | undefined> {
    const { store, catalogue } = this.options;
    return store.transaction(async (tx) => {
      const shard = await findShard(tx.manager, job.ref);
      const run = shard && (await findRun(tx.manager, shard.run_id));
      if (!run || shard.state === 'ended' || ENDED.includes(run.status)) {
        await lease.finish(tx);
        return undefined;
      }
      const { plan, diagnostics } = parsePipeline(run.source, run.file, catalogue);
      if (!plan) throw new Error(`The pipeline does not fit this Percept: ${diagnostics[0]?.message}`);
      const step = plan.steps.find(({ id }) => id === shard.step)!;
      const total = (await findStep(tx.manager, shard))?.total ?? null;
      if (total === null && step.kind === 'block' && step.tolerate && 'percent' in step.tolerate) {
        // Nobody knows yet how many items may fail.
        await lease.postpone(tx, this.options.clock.now() + LISTING_MS);
        return undefined;
      }
      // A process that leaves a shard clears the claim. One that is still there crashed.
      const crashes = shard.claim === null ? shard.crashes : shard.crashes + 1;
      await takeShard(tx.manager, shard.id, { claim: job.token, process: process.pid, host: hostname(), crashes });
      const tolerated = mostFailures(step, total);
      const claim = new ShardClaim(shard, job.token, tolerated);
      // Only this process claims jobs that have an owner, and only for its own run.
      return { row: run, plan, own: false, shard: { ...shard, claim: job.token, crashes }, claim };
    });
  }

  private async open(claimed: ClaimedShard, lease: JobContext): Promise<ShardRun> {
    const own = this.options.own === claimed.row.id;
    const context = await ShardContext.openShard(this.options, { ...claimed, own });
    const step = context.plan.steps.find(({ id }) => id === context.shard.step)!;
    const scope = await scopeAfter(context, step, await knownOutcomes(context, step.after));
    return { context, step, runner: new ItemRunner(context, step, scope, (resting) => lease.rest(resting)) };
  }

  private async run({ context, runner, step }: ShardRun): Promise<void> {
    const { reader } = this.options.store;
    const at = { run_id: context.id, step: step.id };
    const known = await findStep(reader, at);
    const failed = await countItems(reader, { ...at, state: 'failed' });
    if (known?.stopping === 1) runner.halt();
    // A call may hang, and stopping the run does not wait for it.
    await Promise.race([runner.run({ total: known?.total ?? null, failed }), context.stopped]);
    await context.writer.flush();
  }

  /** Stops the work when the process closes, or somebody cancels the run or its step. @returns what ends the watching. */
  private watch({ context, runner, step }: ShardRun, closing: AbortSignal): () => void {
    const close = () => context.stop(new Closing());
    if (closing.aborted) close();
    closing.addEventListener('abort', close);
    const unwatch = this.options.watch.watch({
      runId: context.id,
      onCancelled: () => context.stop(new Cancelled()),
      onStopping: (stopped) => stopped === step.id && runner.halt(),
    });
    return () => {
      unwatch();
      closing.removeEventListener('abort', close);
    };
  }

  private splitLater({ context, runner, step }: ShardRun): () => void {
    const split = () => void splitShard(context, step, runner).catch((error: Error) => context.stop(error));
    const timer = setTimeout(split, SPLIT_AFTER_MS);
    return () => clearTimeout(timer);
  }

  /** The results are written: ends the shard and its job in one transaction. */
  private async end({ context }: ShardRun, lease: JobContext): Promise<void> {
    const { id, run_id } = context.shard;
    await this.options.store.transaction(async (tx) => {
      await lockRun(tx, run_id);
      const ended = await endShard(tx.manager, { id, run_id, claim: context.claim.token });
      const finished = await lease.finish(tx);
      if (ended && !finished) throw new LostClaim();
    });
  }

  private async endAfter(error: unknown, shard: ShardRun, lease: JobContext): Promise<void> {
    const { context } = shard;
    if (error instanceof LostClaim || error instanceof Cancelled) {
      await context.writer.close().catch(() => undefined);
      return this.endJob(error, shard, lease);
    }
    // Results that cannot be written now are computed again.
    await this.drain(shard).catch(() => undefined);
    await this.options.store.transaction((tx) => context.claim.leave(tx));
    if (!(error instanceof Closing) || isDatabaseError(error)) throw error;
  }

  /** The coordinator ends the shards of a run that ends. The job of a shard that is still open goes to another process. */
  private endJob(error: Error, { context }: ShardRun, lease: JobContext): Promise<void> {
    return this.options.store.transaction(async (tx) => {
      const shard = await findShard(tx.manager, context.shard.id);
      if (error instanceof LostClaim && shard?.state === 'open') throw error;
      await lease.finish(tx);
    });
  }

  /** Waits for the items in flight, not for ever, and writes their results. */
  private async drain({ context, runner }: ShardRun): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise((resolve) => (timer = setTimeout(resolve, this.options.drainMs)));
    await Promise.race([timeUp, runner.settled()]);
    clearTimeout(timer);
    runner.forgiveActive();
    await context.writer.close();
  }
}
