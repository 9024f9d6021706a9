import { PerceptError, type Secrets } from '../../kernel';
import type { CallResult } from '../../inference/host';
import type { CachedResultEntity } from './calls/cached-result.entity';
import { callWithRetry, type Caller, type Called } from './calls/calling';
import { ExpressionError, type EvaluationContext } from '../../expressions';
import type { Entry } from './item-writer';
import type { CallStep, Plan, Step } from '../language';
import { asSeen, type RowsOnDisk } from '../sources';
import type { RunItemEntity } from './entities/run-item.entity';
import { evaluateTemplate } from '../language/syntax';

/** A result that is larger is fetched by the receiver instead of being sent along. */
const MAX_IN_EVENT = 20_000;

export interface ItemWork {
  runId: string;
  step: Step;
  /** What the item's expressions see besides the item and its own steps. */
  scope: EvaluationContext;
  caller: Caller;
  pipeline: string;
  predictions: Plan['predictions'];
  secrets: { names: readonly string[]; values: Secrets };
  now: () => number;
  /** Takes what is to be written. */
  record: (entry: Entry) => void;
}

type Event = Entry['events'][number];

/** Runs the steps of one item and records what became of it. Throws only when the run is stopped. */
export async function runItem(item: RunItemEntity, work: ItemWork): Promise<void> {
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
  private readonly scope: EvaluationContext;
  private readonly results: Record<string, unknown>;
  private readonly steps: readonly CallStep[];
  private events: Event[] = [];
  private attempts: number;
  private calls = 0;
  private found = 0;
  private caches: CachedResultEntity[] = [];

  constructor(
    private readonly item: RunItemEntity,
    private readonly work: ItemWork,
  ) {
    const { step } = work;
    this.scope = Object.assign(Object.create(null) as EvaluationContext, work.scope);
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
        this.scope[step.id] = asSeen(step.id, this.results[step.id]);
        if (!done && index < this.steps.length - 1) this.record({});
      }
      const cached = this.calls > 0 && this.found === this.calls ? 1 : 0;
      this.record({ state: 'succeeded', row: this.collect(), cached });
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
      return evaluateTemplate(step.with, this.scopeOf(step)) as Record<string, unknown>;
    });
    if (!fields) return null;
    const called = await callWithRetry({ step, fields, item: this.item.key }, this.work.caller);
    this.attempts += called.attempts;
    this.calls++;
    if (called.cached) this.found++;
    const { predictions } = this.work;
    if (predictions === 'all' || (predictions === 'failed' && called.error)) this.events.push(this.eventOf(step, called));
    if (called.result) return this.keep(step, called as Called & { result: CallResult });
    if (step.onError === 'continue') return null;
    throw new ItemFailed(step.id, called.error!);
  }

  /** Secrets are known to what is handed to a capability, and to nothing else. */
  private scopeOf(step: CallStep): EvaluationContext {
    if (!step.usesSecrets) return this.scope;
    const { names, values } = this.work.secrets;
    const secrets = Object.fromEntries(names.map((name) => [name, values.get(name) ?? '']));
    return Object.assign(Object.create(null) as EvaluationContext, this.scope, { secrets });
  }

  /** The result as it is stored: without secrets, and rows that are too many as the name of their file. */
  private keep(step: CallStep, { result, cacheKey }: Called & { result: CallResult }): unknown {
    const files = Object.entries(result.rowFiles ?? {});
    const output = step.usesSecrets ? this.work.secrets.values.hideIn(result.output) : result.output;
    if (cacheKey !== undefined && files.length === 0) {
      const expires_at = this.work.now() + step.cacheMs!;
      const row = { key: cacheKey, output, models: result.models, expires_at };
      this.caches.push(row);
      this.work.caller.cache.note(row);
    }
    const onDisk = files.map(([field, { path, rows }]): [string, RowsOnDisk] => [field, { rows_file: path, rows }]);
    return files.length === 0 ? output : { ...output, ...Object.fromEntries(onDisk) };
  }

  private collect(): unknown {
    const { step } = this.work;
    if (step.kind === 'call') return null;
    if (!step.collect) return { item: this.item.key, ...this.results };
    return evaluating('collect', () => evaluateTemplate(step.collect!, this.scope));
  }

  private eventOf(step: CallStep, { result, error, attempts, cached }: Called): Event {
    const { runId: run_id, pipeline } = this.work;
    const about = {
      capability: step.uses,
      source: 'pipeline',
      run_id,
      pipeline,
      step: step.id,
      item: this.item.key,
      ...(cached && { cached }),
    };
    if (result) {
      const large = JSON.stringify(result.output).length > MAX_IN_EVENT;
      const output = step.usesSecrets ? this.work.secrets.values.hideIn(result.output) : result.output;
      const answer = large ? { result_url: itemUrl(run_id, this.item.key) } : { result: output };
      return { type: 'prediction.completed', data: { ...about, ...answer, models: result.models } };
    }
    const { code, message, details } = error!;
    return { type: 'prediction.failed', data: { ...about, attempts, error: { code, message, details } } };
  }

  private record(changes: Entry['changes']): void {
    const { events, results, attempts, caches } = this;
    this.events = [];
    this.caches = [];
    const { step, sort } = this.item;
    this.work.record({ step, sort, changes: { ...changes, results: { ...results }, attempts }, events, caches });
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
