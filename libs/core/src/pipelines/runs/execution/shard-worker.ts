import { hostname } from 'node:os';
import { isDatabaseError, seeCommits, type Transaction } from '../../../durable/database';
import type { Job, JobContext } from '../../../durable/queue';
import { ENDED } from '../entities';
import { LostClaim } from '../context/run-claim';
import type { OpenRuns } from './open-runs';
import type { RunServices } from '../context/run-context';
import { RunCancelled } from '../context/stoppable';
import { countStepItems } from '../entities/step.repository';
import { ItemRunner } from '../items/item-runner';
import { maxFailures } from '../context/tolerance';
import { ShardClaim } from '../shards/shard-claim';
import { ShardContext, type ClaimedShard } from '../shards/shard-context';
import { findRun } from '../run.repository';
import { addToRun, claimableShard, endShard, findShard, takeShard } from '../entities/shard.repository';
import { ShardSplitter, SPLIT_EVERY_MS } from './split-shard';

/** How long a shard waits if it cannot begin before all items are listed. */
const LISTING_MS = 200;

class Closing extends Error {}

/** A shard that this process works on. */
interface ShardRun {
  context: ShardContext;
  runner: ItemRunner;
  splitter: ShardSplitter;
}

/**
 * Handles the jobs of shards: claims a shard, runs its items, and ends it. Any process may do so while another coordinates the run.
 */
export class ShardWorker {
  private readonly working = new Set<ShardRun>();

  constructor(
    private readonly services: RunServices,
    private readonly runs: OpenRuns,
    /** How long a closing process waits for the calls in flight. */
    private readonly drainMs: number,
  ) {}

  /** Stops the shards of the run that this process works on. */
  cancel(runId: string): void {
    for (const { context } of this.working) if (context.run.id === runId) context.stop(new RunCancelled());
  }

  async work(job: Job, lease: JobContext): Promise<void> {
    const claimed = await this.claim(job, lease);
    if (!claimed) return;
    await this.runs.use(claimed.row, async (run) => {
      const context = await ShardContext.open(run, claimed);
      const runner = new ItemRunner(context);
      await this.workOn({ context, runner, splitter: new ShardSplitter(context, runner) });
    });
  }

  private async workOn(shard: ShardRun): Promise<void> {
    const { context } = shard;
    this.working.add(shard);
    const ends = [this.watch(shard), this.splitLong(shard)];
    try {
      await this.run(shard);
      await context.writer.end((tx) => this.end(tx, shard));
    } catch (error) {
      await this.endAfter(error, shard);
    } finally {
      for (const end of ends) end();
      this.working.delete(shard);
      this.services.watch.look();
    }
  }

  /** Claims the shard for this process; undefined if there is nothing to do. */
  private claim(job: Job, lease: JobContext): Promise<ClaimedShard | undefined> {
    const { store, clock } = this.services;
    return store.transaction(async (tx) => {
      await seeCommits(tx.manager);
      const found = await claimableShard(tx.manager, job.ref);
      const run = found && (this.runs.rowOf(found.shard.run_id) ?? (await findRun(tx.manager, found.shard.run_id)));
      if (!run || found.shard.state === 'ended' || ENDED.includes(found.status)) {
        await lease.finish(tx);
        return undefined;
      }
      const { shard, total, stopping } = found;
      const step = this.runs.planOf(run).steps.find(({ id }) => id === shard.step)!;
      if (total === null && step.kind === 'block' && step.tolerate && 'percent' in step.tolerate) {
        // It is not known yet how many items may fail.
        await lease.postpone(tx, clock.now() + LISTING_MS);
        return undefined;
      }
      // A process that leaves a shard clears the claim. If a claim is still there, its process crashed.
      const crashes = shard.claim === null ? shard.crashes : shard.crashes + 1;
      await takeShard(tx.manager, shard.id, { claim: job.token, process: process.pid, host: hostname(), crashes });
      const tolerated = maxFailures(step, total);
      const claim = new ShardClaim(shard, job.token, tolerated);
      return { row: run, step, shard: { ...shard, claim: job.token, crashes }, claim, lease, total, stopping };
    });
  }

  private async run({ context, runner }: ShardRun): Promise<void> {
    const { reader } = this.services.store;
    const at = { run_id: context.run.id, step: context.step.id };
    const { total, stopping } = context.claimed;
    const isTolerant = context.step.kind === 'block' && context.step.tolerate !== undefined;
    const failed = isTolerant ? await countStepItems(reader, { ...at, state: 'failed' }) : 0;
    if (stopping) runner.halt();
    // A call may hang, and stopping the run does not wait for it.
    await Promise.race([runner.run({ total, failed }), context.stopped]);
  }

  /**
   * Stops the work when the process closes, or somebody cancels the run or its step.
   * @returns a function that ends the watching.
   */
  private watch({ context, runner, splitter }: ShardRun): () => void {
    const closing = context.lease.signal;
    const close = () => context.stop(new Closing());
    if (closing.aborted) close();
    closing.addEventListener('abort', close);
    const unwatch = this.services.watch.watch({
      runId: context.run.id,
      onCancelled: () => context.stop(new RunCancelled()),
      onStopping: (stopped) => stopped === context.step.id && runner.halt(),
      onAllTaken: (step) => {
        if (step === context.step.id) splitter.splitForIdle().catch((error: Error) => context.stop(error));
      },
    });
    return () => {
      unwatch();
      closing.removeEventListener('abort', close);
    };
  }

  private splitLong(shard: ShardRun): () => void {
    let told = '';
    const look = async (): Promise<void> => {
      await shard.splitter.splitLong();
      told = await this.tell(shard, told);
    };
    const timer = setInterval(() => void look().catch((error: Error) => shard.context.stop(error)), SPLIT_EVERY_MS);
    return () => clearInterval(timer);
  }

  /** Writes what the items wait for if that has changed, so that callers can see why the run waits. @returns the written text. */
  private async tell({ context, runner }: ShardRun, before: string): Promise<string> {
    const { now } = context.waits;
    const state = { running: runner.inSlots, waits: now.length > 0 ? JSON.stringify(now) : null };
    const text = JSON.stringify(state);
    if (text !== before) await this.services.store.transaction((tx) => context.claim.tell(tx, state), context.run.share);
    return text;
  }

  /** Ends the shard and its job in the transaction of its last results. Rows are locked in the order of `endRun`: shard, run. */
  private async end(tx: Transaction, { context }: ShardRun): Promise<void> {
    const { id, run_id } = context.shard;
    const ended = await endShard(tx.manager, { id, claim: context.claim.token });
    const finished = await context.lease.finish(tx);
    if (!ended || !finished) throw new LostClaim();
    // All shards of the run change this row, so it comes last: they wait for each other as briefly as possible.
    await addToRun(tx.manager, run_id, [ended]);
  }

  private async endAfter(error: unknown, shard: ShardRun): Promise<void> {
    const { context } = shard;
    if (error instanceof LostClaim || error instanceof RunCancelled) {
      await context.writer.close().catch(() => undefined);
      return this.endJob(error, shard);
    }
    // Results that cannot be written now are computed again.
    await this.drain(shard).catch(() => undefined);
    await this.services.store.transaction((tx) => context.claim.leave(tx));
    if (!(error instanceof Closing) || isDatabaseError(error)) throw error;
  }

  /** If the run ends, the coordinator ends its shards. The job of a shard that is still open goes to another process. */
  private endJob(error: Error, { context }: ShardRun): Promise<void> {
    return this.services.store.transaction(async (tx) => {
      const shard = await findShard(tx.manager, context.shard.id);
      if (error instanceof LostClaim && shard?.state === 'open') throw error;
      await context.lease.finish(tx);
    });
  }

  /** Waits a limited time for the items in flight, and writes their results. */
  private async drain({ context, runner }: ShardRun): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise((resolve) => (timer = setTimeout(resolve, this.drainMs)));
    await Promise.race([timeUp, runner.settled()]);
    clearTimeout(timer);
    runner.forgiveActive();
    await context.writer.close();
  }
}
