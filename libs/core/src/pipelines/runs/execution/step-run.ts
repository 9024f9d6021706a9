import { PerceptError } from '../../../kernel';
import { seeCommits, type Transaction } from '../../../durable/database';
import { ExpressionError, type EvaluationContext } from '../../../expressions';
import type { Step } from '../../language';
import type { FoundItem } from '../../sources';
import type { RunItemEntity } from '../entities';
import type { StepState } from '../entities/run-step.entity';
import { listItems } from './list-items';
import { exceedsTolerance, finalState } from '../context/tolerance';
import { addListed, cutOrphans, type ShardShare, divideConcurrency } from './cut-shards';
import type { Coordination } from './coordination';
import { RunFailed } from '../context/run-failed';
import { computeStepOutcome, type StepOutcome } from '../context/step-outcome';
import { countStepItems, findStepItem, findStep, saveStep } from '../entities/step.repository';

/** One step of a run: lists its items into shards unless that is done, waits for the shards, and decides the step's final state. */
export class StepRun {
  private startedAt: number;

  constructor(
    private readonly coordination: Coordination,
    private readonly step: Step,
    private readonly scope: EvaluationContext,
  ) {}

  async run(): Promise<StepOutcome> {
    this.startedAt = this.now();
    const known = await findStep(this.store.reader, this.key);
    if (known && !(await this.isOpen(known.state))) return this.outcome(known.state, known.total ?? 0);
    if (!this.isWanted()) return this.end('skipped', 0);
    const total = known?.total ?? (await this.list());
    if (known?.started_at === null) await this.save('pending', total);
    await this.work(total);
    return this.end(finalState(this.step, { total, failed: await this.countOf('failed') }), total);
  }

  /** Runs a transaction when it is the turn of the run's project. */
  private transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.store.transaction(work, this.context.share);
  }

  private get context() {
    return this.coordination.run;
  }

  private get store() {
    return this.context.services.store;
  }

  private now(): number {
    return this.context.services.clock.now();
  }

  private get key() {
    return { run_id: this.context.id, step: this.step.id };
  }

  /** An ended step is open too if the database lost results of its items: see `endRun`. */
  private async isOpen(state: StepState): Promise<boolean> {
    if (state === 'succeeded' || state === 'partial') return (await this.countOf('pending')) > 0;
    return state === 'pending';
  }

  private isWanted(): boolean {
    const { condition, kind } = this.step;
    // The condition of a call is evaluated with its item, so that a mistake in it shows at the item.
    if (kind === 'call' || !condition) return true;
    try {
      return condition.evaluate(this.scope) === true;
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Adds the items and their shards, which other processes begin with meanwhile. @returns the number of items. */
  private async list(): Promise<number> {
    const { rows, paths, objects, row } = this.context;
    const { signal } = this.coordination;
    const turn = () => this.context.turn();
    const share = this.share();
    let last: FoundItem[] | undefined;
    let several = false;
    try {
      for await (const batch of listItems(
        this.step,
        { scope: this.scope, rows, paths, objects },
        { limit: row.item_limit, turn },
      )) {
        signal.throwIfAborted();
        if (last) await this.add(last, share);
        several = last !== undefined;
        last = batch;
      }
    } catch (error) {
      throw this.explain(error);
    }
    return this.addLast(last ?? [], several ? share : this.shareOfOne());
  }

  private share(): ShardShare {
    return divideConcurrency(this.step, this.context.services.slots.size);
  }

  /** A shard that is alone may have as many items in flight as the block. */
  private shareOfOne(): ShardShare {
    return divideConcurrency(this.step, Infinity);
  }

  private async add(items: readonly FoundItem[], share: ShardShare): Promise<void> {
    await this.transaction(async (tx) => {
      // Shards that end meanwhile change the same row of the run.
      await seeCommits(tx.manager);
      const added = await addListed(this.context, tx, { step: this.step, items, share });
      if (added.total > 0) await this.coordination.claim.addItems(tx, added);
      else await this.coordination.claim.check(tx);
    });
  }

  private addLast(items: readonly FoundItem[], share: ShardShare): Promise<number> {
    return this.transaction(async (tx) => {
      await seeCommits(tx.manager);
      const added = await addListed(this.context, tx, { step: this.step, items, share });
      await this.coordination.claim.addItems(tx, added);
      const total = await countStepItems(tx.manager, this.key);
      await saveStep(tx.manager, this.key, { state: 'pending', total, started_at: this.startedAt, ended_at: null });
      return total;
    });
  }

  /** Resolves when no shard is open and nothing is pending, or when too many items have failed. */
  private async work(total: number): Promise<void> {
    const { watch } = this.context.services;
    for (;;) {
      while (await this.transaction((tx) => cutOrphans(this.context, tx, this.step, this.share())));
      await this.coordination.resting(watch.shardsEnded(this.key));
      const { stopping } = (await findStep(this.store.reader, this.key))!;
      if (stopping === 1 || (await this.countOf('pending')) === 0) return;
      if (exceedsTolerance(this.step, { total, failed: await this.countOf('failed') })) return;
    }
  }

  private async end(state: StepState, total: number): Promise<StepOutcome> {
    await this.save(state, total);
    return this.outcome(state, total);
  }

  private save(state: StepState, total: number): Promise<void> {
    return this.transaction(async (tx) => {
      await this.coordination.claim.check(tx);
      const ended_at = state === 'pending' ? null : this.now();
      await saveStep(tx.manager, this.key, { state, total, started_at: this.startedAt, ended_at });
    });
  }

  private async outcome(state: StepState, total: number): Promise<StepOutcome> {
    if (state === 'failed' && this.step.onError === 'fail') {
      throw new RunFailed(await this.failure(total, await this.countOf('failed')));
    }
    return computeStepOutcome(this.context, this.step, state, total);
  }

  private async failure(total: number, failed: number): Promise<string> {
    const first = await findStepItem(this.store.reader, { ...this.key, state: 'failed' });
    const reason = `${first?.error_code}: ${first?.error_reason}`;
    if (this.step.kind === 'call') return `The step '${this.step.id}' failed: ${reason}`;
    return `${failed} of ${total} items of '${this.step.id}' failed, more than are tolerated. The first: ${first?.key}: ${reason}`;
  }

  /** A fault of the pipeline's data or folders ends the run with a reason; any other error is ours. */
  private explain(error: unknown): unknown {
    const isOfPipeline = error instanceof ExpressionError || error instanceof PerceptError;
    const isOfFiles = typeof (error as NodeJS.ErrnoException).syscall === 'string';
    const reason = error instanceof PerceptError ? (error.details?.reason ?? error.message) : (error as Error).message;
    return isOfPipeline || isOfFiles ? new RunFailed(`The step '${this.step.id}' cannot run: ${reason}`) : error;
  }

  private countOf(state: RunItemEntity['state']): Promise<number> {
    return countStepItems(this.store.reader, { ...this.key, state });
  }
}
