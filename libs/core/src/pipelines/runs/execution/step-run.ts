import { PerceptError } from '../../../kernel';
import { ExpressionError, type EvaluationContext } from '../../../expressions';
import type { Step } from '../../language';
import { RunItemEntity, RunStepEntity } from '../entities';
import type { StepState } from '../entities/run-step.entity';
import { addItems } from '../items/item-rows';
import { listItems } from '../items/list-items';
import { ItemRunner } from '../items/item-runner';
import { finalState } from '../items/tolerance';
import { asSeen } from '../rows/row-sources';
import type { RunContext } from './run-context';
import { RunFailed } from './run-failed';

export interface StepOutcome {
  state: StepState;
  /** What expressions of later steps see. */
  value: unknown;
}

/** One step of a run: lists its items unless that is done, runs the pending ones, and decides how the step ended. */
export class StepRun {
  private readonly items: ItemRunner;

  constructor(
    private readonly context: RunContext,
    private readonly step: Step,
    private readonly scope: EvaluationContext,
  ) {
    this.items = new ItemRunner(context, step, scope);
  }

  /** Resolves when the items in flight have ended, in whatever way. */
  settled(): Promise<void> {
    return this.items.settled();
  }

  /** This process ends in order, so the items in flight did not crash it. */
  forgiveActive(): void {
    this.items.forgiveActive();
  }

  async run(): Promise<StepOutcome> {
    const known = await this.context.services.store.reader.findOneBy(RunStepEntity, this.key);
    if (known && !(await this.isOpen(known.state))) return this.outcome(known.state, known.total ?? 0);
    if (!this.isWanted()) return this.end('skipped', 0);
    const total = known?.total ?? (await this.list());
    await this.items.run({ total, failed: await this.countOf('failed') });
    await this.context.writer.flush();
    return this.end(finalState(this.step, { total, failed: await this.countOf('failed') }), total);
  }

  private get key() {
    return { run_id: this.context.id, step: this.step.id };
  }

  /** A step that ended is open too when the database lost results of its items: see `endRun`. */
  private async isOpen(state: StepState): Promise<boolean> {
    if (state === 'succeeded' || state === 'partial') return (await this.countOf('pending')) > 0;
    return state === 'pending';
  }

  private isWanted(): boolean {
    const { condition, kind } = this.step;
    // The condition of a call is evaluated with its item, which can then show a mistake in it.
    if (kind === 'call' || !condition) return true;
    try {
      return condition.evaluate(this.scope) === true;
    } catch (error) {
      throw this.explain(error);
    }
  }

  private async list(): Promise<number> {
    const { services, rows, paths, objects, signal, claim } = this.context;
    try {
      for await (const batch of listItems(this.step, { scope: this.scope, rows, paths, objects })) {
        signal.throwIfAborted();
        await services.store.transaction((tx) => addItems(tx, this.key, batch, services.clock.now()));
      }
    } catch (error) {
      throw this.explain(error);
    }
    return services.store.transaction(async (tx) => {
      const total = await tx.manager.countBy(RunItemEntity, this.key);
      const failed = await tx.manager.countBy(RunItemEntity, { ...this.key, state: 'failed' });
      await tx.manager.upsert(RunStepEntity, { ...this.key, state: 'pending', total }, ['run_id', 'step']);
      await claim.addItems(tx, { total, failed });
      return total;
    });
  }

  private async end(state: StepState, total: number): Promise<StepOutcome> {
    const { services, claim } = this.context;
    await services.store.transaction(async (tx) => {
      await tx.manager.upsert(RunStepEntity, { ...this.key, state, total }, ['run_id', 'step']);
      await claim.clearRunning(tx);
    });
    return this.outcome(state, total);
  }

  private async outcome(state: StepState, total: number): Promise<StepOutcome> {
    if (state === 'skipped') return { state, value: null };
    const failed = await this.countOf('failed');
    if (state === 'failed' && this.step.onError === 'fail') throw new RunFailed(await this.failure(total, failed));
    if (this.step.kind === 'block') return { state, value: { total, succeeded: total - failed, failed } };
    const item = await this.context.services.store.reader.findOneBy(RunItemEntity, this.key);
    const result = item?.results?.[this.step.id];
    return { state: result === null ? 'skipped' : state, value: asSeen(this.step.id, result ?? null) };
  }

  private async failure(total: number, failed: number): Promise<string> {
    const { reader } = this.context.services.store;
    const first = await reader.findOneBy(RunItemEntity, { ...this.key, state: 'failed' });
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
    return this.context.services.store.reader.countBy(RunItemEntity, { ...this.key, state });
  }
}
