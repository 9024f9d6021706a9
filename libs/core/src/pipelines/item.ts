import { PerceptError } from '../kernel';
import { callWithRetry, type Caller, type Called } from './calling';
import { ExpressionError, type Scope } from './cel';
import type { Entry } from './ledger';
import type { CallStep, Step } from './plan';
import type { RunItemRow } from './run-item.entity';
import { evaluateTemplate } from './template';

/** A result that is larger is fetched by the receiver instead of being sent along. */
const MOST_IN_EVENT = 20_000;

export interface ItemWork {
  runId: string;
  step: Step;
  /** What the item's expressions see besides the item and its own steps. */
  scope: Scope;
  caller: Caller;
  /** Takes what is to be written. */
  record: (entry: Entry) => void;
}

type Event = Entry['events'][number];

/** Runs the steps of one item and records what became of it. Throws only when the run is stopped. */
export async function runItem(item: RunItemRow, work: ItemWork): Promise<void> {
  await new ItemRun(item, work).run();
}

/** Where a receiver fetches the result of an item. */
function itemUrl(runId: string, key: string): string {
  return `/v2/runs/${runId}/items?key=${encodeURIComponent(key)}`;
}

/** Ends an item; its reason is the first error that no `on_error: continue` forgave. */
class ItemFailed extends Error {
  constructor(
    readonly step: string,
    readonly reason: PerceptError,
  ) {
    super(reason.message);
  }
}

class ItemRun {
  private readonly scope: Scope;
  private readonly results: Record<string, unknown>;
  private readonly steps: readonly CallStep[];
  private events: Event[] = [];
  private attempts: number;

  constructor(
    private readonly item: RunItemRow,
    private readonly work: ItemWork,
  ) {
    const { step } = work;
    this.scope = Object.assign(Object.create(null) as Scope, work.scope);
    if (step.kind === 'block') this.scope[step.as] = item.item;
    this.steps = step.kind === 'block' ? step.steps : [step];
    this.results = { ...item.results };
    this.attempts = item.attempts;
  }

  async run(): Promise<void> {
    try {
      for (const [index, step] of this.steps.entries()) {
        const done = Object.hasOwn(this.results, step.id);
        if (!done) this.results[step.id] = await this.runStep(step);
        this.scope[step.id] = this.results[step.id];
        if (!done && index < this.steps.length - 1) this.record({});
      }
      this.record({ state: 'succeeded', row: this.collect() });
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      const { code, details, message } = error.reason;
      this.record({ state: 'failed', error_step: error.step, error_code: code, error_reason: details?.reason ?? message });
    }
  }

  /** What the step gives; null where it was skipped or its failure is forgiven. */
  private async runStep(step: CallStep): Promise<unknown> {
    const fields = evaluating(step.id, () => {
      if (step.condition && step.condition.evaluate(this.scope) !== true) return undefined;
      return evaluateTemplate(step.with, this.scope) as Record<string, unknown>;
    });
    if (!fields) return null;
    const called = await callWithRetry(step, fields, this.work.caller);
    this.attempts += called.attempts;
    this.events.push(this.eventOf(step, called));
    if (called.result) return called.result.output;
    if (step.onError === 'continue') return null;
    throw new ItemFailed(step.id, called.error!);
  }

  private collect(): unknown {
    const { step } = this.work;
    if (step.kind === 'call') return null;
    if (!step.collect) return { item: this.item.key, ...this.results };
    return evaluating('collect', () => evaluateTemplate(step.collect!, this.scope));
  }

  private eventOf(step: CallStep, { result, error, attempts }: Called): Event {
    const about = { capability: step.uses, run_id: this.work.runId, step: step.id, item: this.item.key };
    if (result) {
      const large = JSON.stringify(result.output).length > MOST_IN_EVENT;
      const answer = large ? { result_url: itemUrl(this.work.runId, this.item.key) } : { result: result.output };
      return { type: 'prediction.completed', data: { ...about, ...answer, models: result.models } };
    }
    const { code, message, details } = error!;
    return { type: 'prediction.failed', data: { ...about, attempts, error: { code, message, details } } };
  }

  private record(changes: Entry['changes']): void {
    const { events, results, attempts } = this;
    this.events = [];
    const { step, sort } = this.item;
    this.work.record({ step, sort, changes: { ...changes, results: { ...results }, attempts }, events });
  }
}

/** A value that does not fit an expression fails the item, not the run. */
function evaluating<T>(step: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ItemFailed(step, PerceptError.invalid(step, error.message));
  }
}
