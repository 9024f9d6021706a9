import { PerceptError, type Clock, type Secrets } from '../../kernel';
import type { PluginHost } from '../../inference/host';
import type { Store, Transaction } from '../../durable/database';
import { ExpressionError, type EvaluationContext } from '../../expressions';
import type { ItemWork } from './item';
import { LostClaim, type Entry, type ItemWriter } from './item-writer';
import { addItems, listItems } from '../sources';
import type { AllowedPaths } from '../../kernel';
import type { Plan, Step } from '../language';
import type { ResultCache } from './calls/result-cache';
import { asSeen, type RowSources } from '../sources';
import { RunFailed } from './run-failed';
import { RunItemEntity } from './entities/run-item.entity';
import { RunStepEntity, type StepState } from './entities/run-step.entity';
import { RunEntity } from './entities/run.entity';
import { Semaphore } from '../../kernel';
import { endOf, ItemRunner } from './item-runner';

export interface StepParts {
  store: Store;
  host: PluginHost;
  clock: Clock;
  cache: ResultCache;
  secrets: Secrets;
  plan: Pick<Plan, 'name' | 'predictions' | 'secrets'>;
  /** `careful`: a process ended while it executed the run. */
  run: { id: string; claim: string; folder: string; careful: boolean };
  alone: Semaphore;
  scope: EvaluationContext;
  rows: RowSources;
  places: AllowedPaths;
  ledger: ItemWriter;
  record: (entry: Entry) => void;
  signal: AbortSignal;
}

export interface StepOutcome {
  state: StepState;
  /** What expressions of later steps see. */
  value: unknown;
}

/** One step of a run: lists its items where that has not been done, runs those that are pending, and judges. */
export class StepRun {
  private items: ItemRunner | undefined;
  private readonly slots: Semaphore;
  private readonly concurrency: number;

  constructor(
    private readonly step: Step,
    private readonly parts: StepParts,
  ) {
    // Two more than there are workers, so that none waits for the database or for this thread.
    const wanted = step.kind === 'block' ? step.concurrency : 1;
    this.concurrency = wanted ?? parts.host.stats().workers + 2;
    this.slots = new Semaphore(this.concurrency);
  }

  /** Items in flight. */
  get running(): number {
    return this.slots.inside;
  }

  async settled(): Promise<void> {
    await this.items?.settled();
  }

  release(): void {
    this.items?.release();
  }

  async run(): Promise<StepOutcome> {
    const known = await this.parts.store.reader.findOneBy(RunStepEntity, { run_id: this.parts.run.id, step: this.step.id });
    if (known && !(await this.isOpen(known.state))) return this.outcome(known.state, known.total ?? 0);
    if (!this.wanted()) return this.end('skipped', 0);
    const total = known?.total ?? (await this.list());
    const { ledger, record, signal, run } = this.parts;
    this.items = new ItemRunner({
      store: this.parts.store,
      step: this.step,
      total,
      failed: await this.countOf('failed'),
      slots: this.slots,
      alone: this.parts.alone,
      concurrency: this.concurrency,
      work: this.work(record),
      careful: run.careful,
      flush: () => ledger.flush(),
      room: () => ledger.room(),
      signal,
    });
    await this.items.run();
    await ledger.flush();
    return this.end(endOf(this.step, { total, failed: await this.countOf('failed') }), total);
  }

  /** Also one that has ended, where the database forgot how some of its items did: see `endRun`. */
  private async isOpen(state: StepState): Promise<boolean> {
    if (state === 'succeeded' || state === 'partial') return (await this.countOf('pending')) > 0;
    return state === 'pending';
  }

  private work(record: StepParts['record']): ItemWork {
    const { host, places, signal, rows, cache, secrets, run, plan, scope, clock } = this.parts;
    return {
      runId: run.id,
      pipeline: plan.name,
      predictions: plan.predictions,
      step: this.step,
      scope,
      caller: { host, places, slots: this.slots, signal, rows, cache, secrets, run },
      secrets: { names: plan.secrets, values: secrets },
      now: () => clock.now(),
      record,
    };
  }

  private wanted(): boolean {
    // The condition of a call is judged with its item, so that a mistake in it has a place to be shown.
    if (this.step.kind === 'call' || !this.step.condition) return true;
    return this.fitting(() => this.step.condition!.evaluate(this.parts.scope)) === true;
  }

  private fitting<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** What is wrong with the pipeline's data or folders ends the run with a reason; anything else is our fault. */
  private explain(error: unknown): unknown {
    const known = error instanceof ExpressionError || error instanceof PerceptError;
    const reason = error instanceof PerceptError ? (error.details?.reason ?? error.message) : (error as Error).message;
    const system = typeof (error as NodeJS.ErrnoException).syscall === 'string';
    return known || system ? new RunFailed(`The step '${this.step.id}' cannot run: ${reason}`) : error;
  }

  private async list(): Promise<number> {
    const at = { run_id: this.parts.run.id, step: this.step.id };
    try {
      for await (const batch of listItems(this.step, this.parts)) {
        this.parts.signal.throwIfAborted();
        await this.parts.store.transaction((tx) => addItems(tx, at, batch, this.parts.clock.now()));
      }
    } catch (error) {
      throw this.explain(error);
    }
    return this.parts.store.transaction(async (tx) => {
      const total = await tx.manager.countBy(RunItemEntity, at);
      const failed = await tx.manager.countBy(RunItemEntity, { ...at, state: 'failed' });
      await tx.manager.upsert(RunStepEntity, { ...at, state: 'pending', total }, ['run_id', 'step']);
      await this.fenced(tx, { total: `total + ${total}`, failed: `failed + ${failed}` });
      return total;
    });
  }

  private async end(state: StepState, total: number): Promise<StepOutcome> {
    const row = { run_id: this.parts.run.id, step: this.step.id, state, total };
    await this.parts.store.transaction(async (tx) => {
      await tx.manager.upsert(RunStepEntity, row, ['run_id', 'step']);
      await this.fenced(tx, { running: '0' });
    });
    return this.outcome(state, total);
  }

  private async outcome(state: StepState, total: number): Promise<StepOutcome> {
    const failed = state === 'skipped' ? 0 : await this.countOf('failed');
    if (state === 'failed' && this.step.onError === 'fail') throw new RunFailed(await this.failure(total, failed));
    if (state === 'skipped') return { state, value: null };
    if (this.step.kind === 'block') return { state, value: { total, succeeded: total - failed, failed } };
    const item = await this.parts.store.reader.findOneBy(RunItemEntity, { run_id: this.parts.run.id, step: this.step.id });
    return {
      state: item?.results?.[this.step.id] === null ? 'skipped' : state,
      value: asSeen(this.step.id, item?.results?.[this.step.id] ?? null),
    };
  }

  private async failure(total: number, failed: number): Promise<string> {
    const { store, run } = this.parts;
    const first = await store.reader.findOneBy(RunItemEntity, { run_id: run.id, step: this.step.id, state: 'failed' });
    const reason = `${first?.error_code}: ${first?.error_reason}`;
    if (this.step.kind === 'call') return `The step '${this.step.id}' failed: ${reason}`;
    return `${failed} of ${total} items of '${this.step.id}' failed, more than are tolerated. The first: ${first?.key}: ${reason}`;
  }

  private countOf(state: RunItemEntity['state']): Promise<number> {
    return this.parts.store.reader.countBy(RunItemEntity, { run_id: this.parts.run.id, step: this.step.id, state });
  }

  /** @throws LostClaim, which rolls the transaction back. */
  private async fenced(tx: Transaction, changes: Record<string, string>): Promise<void> {
    const { id, claim } = this.parts.run;
    const set = Object.fromEntries(Object.entries(changes).map(([name, sql]) => [name, () => sql]));
    const kept = await tx.manager
      .createQueryBuilder()
      .update(RunEntity)
      .set(set)
      .where({ id, claim, status: 'running' })
      .execute();
    if (kept.affected !== 1) throw new LostClaim();
  }
}
