import { ExpressionError, type EvaluationContext } from '../../../expressions';
import { PerceptError, toJson } from '../../../kernel';
import { isDatabaseError, JsonText } from '../../../durable/database';
import { currentTraceparent, traced } from '../../../kernel/telemetry';
import type { CallStep } from '../../language';
import { evaluateInTurns } from '../../syntax';
import { operations } from '../../operations';
import { callCapability, type CallOutcome, type CallSuccess } from './call-capability';
import { withLargeText } from '../context/large-text';
import type { CachedResultEntity } from '../entities/cached-result.entity';
import type { RunItemEntity } from '../entities';
import type { ShardContext } from '../shards/shard-context';
import { asSeen, type RowsOnDisk } from '../context/row-sources';
import type { ItemResult } from '../shards/item-writer';
import { predictionEvent, type ItemPrediction } from './prediction-event';
import type { ShardSlots } from '../calls/shard-slots';
import type { LocalRun } from '../context/run-context';

/** Characters of an item's key that a trace shows. */
const MAX_KEY = 200;

/**
 * Runs the steps of one item and writes their results.
 * @param slots the item holds one of these slots, and gives it up while it waits for its next attempt.
 * @throws only if the run is stopped.
 */
export function runItem(item: RunItemEntity, context: ShardContext, slots: ShardSlots): Promise<'succeeded' | 'failed'> {
  const { row } = context.run;
  const attributes = { 'percept.run_id': row.id, 'percept.step': item.step, 'percept.item': item.key.slice(0, MAX_KEY) };
  return traced('item', { parent: row.traceparent, attributes }, async (span) => {
    const end = await new ItemRun(item, context, slots).run();
    span?.set({ 'percept.item.state': end });
    return end;
  });
}

/** The value of a step, and the JSON of what the database keeps of it. */
interface StepValue {
  result: unknown;
  text: string;
}

const NOTHING: StepValue = { result: null, text: 'null' };

/** The first error that no `on_error: continue` forgives. */
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
  private readonly steps: readonly CallStep[];
  private readonly results: Record<string, unknown>;
  /** The JSON of each result. It is made once, even if the item is written several times. */
  private readonly texts: Map<string, string>;
  private readonly events: NonNullable<ItemResult['events']> = [];
  private readonly caches: CachedResultEntity[] = [];
  private attempts: number;
  /** Whether each call was answered from the cache. */
  private readonly calls: boolean[] = [];
  /** The size of results that were not written yet. */
  private bytes = 0;

  constructor(
    private readonly item: RunItemEntity,
    private readonly context: ShardContext,
    private readonly slots: ShardSlots,
  ) {
    const { step, scope } = context;
    this.scope = extend(scope, step.kind === 'block' ? { [step.as]: item.item } : {});
    this.steps = step.kind === 'block' ? step.steps : [step];
    this.results = { ...item.results };
    this.texts = new Map(Object.entries(this.results).map(([step, result]) => [step, toJson(result)]));
    this.attempts = item.attempts;
  }

  async run(): Promise<'succeeded' | 'failed'> {
    try {
      for (const step of this.steps) {
        await this.context.run.turn();
        await this.runOnce(step);
      }
      await this.context.run.turn();
      const cached = this.calls.length > 0 && this.calls.every(Boolean) ? 1 : 0;
      this.end({ state: 'succeeded', row: await this.collect(), cached });
      return 'succeeded';
    } catch (error) {
      // A stopped run or a database error is not the item's fault: the item runs again.
      this.context.signal.throwIfAborted();
      if (isDatabaseError(error)) throw error;
      const { step, reason } = error instanceof ItemFailed ? error : unexpected(this.item.step, error);
      this.end({ state: 'failed', error_step: step, error_code: reason.code, error_reason: reason.message });
      return 'failed';
    }
  }

  /** A resumed item skips the steps whose results it has. */
  private async runOnce(step: CallStep): Promise<void> {
    const calls = this.calls.length;
    if (!Object.hasOwn(this.results, step.id)) {
      this.checkRoom(step.id);
      const { result, text } = await this.runStep(step);
      this.take(step.id, text);
      this.texts.set(step.id, text);
      this.results[step.id] = result;
    } else {
      this.results[step.id] = await withLargeText(this.context.run, step.uses, this.results[step.id]);
    }
    this.scope[step.id] = asSeen(step.id, this.results[step.id]);
    // A step that called nothing costs nothing to decide again.
    if (this.calls.length > calls && step !== this.steps.at(-1)) this.write({});
  }

  /** The result of the step; null when it is skipped or its failure is forgiven. */
  private async runStep(step: CallStep): Promise<StepValue> {
    const fields = await failingItem(step.id, () => this.fieldsOf(step));
    if (!fields) return NOTHING;
    const { context, item, slots } = this;
    const attributes = { 'percept.uses': step.uses };
    const outcome = await traced(`step ${step.id}`, { attributes }, async (span) => {
      const ended = await callCapability(context, { step, fields, item: item.key, listed: item.item, slots });
      span?.set({ 'percept.cached': ended.cached ?? false, ...(!ended.result && { 'error.type': ended.error.code }) });
      return ended;
    });
    this.attempts += outcome.attempts;
    this.calls.push(outcome.cached ?? false);
    const stored = outcome.result ? this.toStored(step, outcome) : NOTHING;
    this.report(step, outcome, stored.text.length);
    if (outcome.result) return stored;
    if (step.onError === 'continue') return NOTHING;
    throw new ItemFailed(step.id, outcome.error);
  }

  /** The parameters of the call; undefined when the step's condition is false. */
  private async fieldsOf(step: CallStep): Promise<Record<string, unknown> | undefined> {
    if (step.condition && step.condition.evaluate(this.scope) !== true) return undefined;
    const scope = step.secrets.length > 0 ? this.withSecrets() : this.scope;
    return (await evaluateInTurns(step.with, scope, () => this.context.run.turn())) as Record<string, unknown>;
  }

  /** Adds secrets, which only the parameters of a call may see. */
  private withSecrets(): EvaluationContext {
    const { plan, row, secrets: known } = this.context.run;
    const secrets = Object.fromEntries(plan.secrets.map((name) => [name, known.get(name, row.project_id) ?? '']));
    return extend(this.scope, { secrets });
  }

  private report(step: CallStep, outcome: CallOutcome, characters: number): void {
    const { run } = this.context;
    const { predictions } = run.plan;
    if (outcome.result?.event) this.emit(notificationEvent(run, { step, item: this.item.key, outcome }));
    if (operations.has(step.uses)) return;
    const isWanted = predictions === 'all' || (predictions === 'failed' && !outcome.result);
    if (isWanted) this.emit(predictionEvent(run, { step, item: this.item.key, outcome, characters }));
  }

  /** The event is written later, together with those of other items. */
  private emit(event: NonNullable<ItemResult['events']>[number]): void {
    this.events.push({ ...event, traceparent: currentTraceparent() });
  }

  /** Removes secrets from the result, and puts a file path instead of rows that are on disk. */
  private toStored(step: CallStep, { result: given, cacheKey }: CallSuccess): StepValue {
    const { output, large, models, rowFiles = {}, fileBytes = 0 } = given;
    const onDisk = Object.entries(rowFiles).map(([field, { path, rows }]): [string, RowsOnDisk] => [
      field,
      { rows_file: path, rows },
    ]);
    const result = onDisk.length === 0 ? output : { ...output, ...Object.fromEntries(onDisk) };
    const text = writable(step.id, large ? large.kept : result);
    if (cacheKey !== undefined && onDisk.length === 0) {
      const { services, row } = this.context.run;
      const expires_at = services.clock.now() + step.cacheMs!;
      const cached = { key: cacheKey, project_id: row.project_id, output, models, expires_at };
      this.caches.push(cached);
      services.cache.note(cached);
    }
    this.bytes += fileBytes;
    return { result, text };
  }

  private async collect(): Promise<unknown> {
    const { step, run } = this.context;
    if (step.kind === 'call') return null;
    const text = step.collect
      ? writable('collect', await failingItem('collect', () => evaluateInTurns(step.collect!, this.scope, () => run.turn())))
      : this.toObject([['item', JSON.stringify(this.item.key)], ...this.texts]);
    this.take('collect', text);
    return JsonText.for(text);
  }

  /** Counts a result when it is first written. @throws ItemFailed if the run has no room for it. */
  private take(step: string, text: string): void {
    const bytes = Buffer.byteLength(text);
    failingAt(step, () => this.context.run.results.take(bytes));
    this.bytes += bytes;
  }

  /** If its result cannot be kept, the item calls nothing. */
  private checkRoom(step: string): void {
    failingAt(step, () => this.context.run.results.take(0));
  }

  private toObject(fields: Iterable<readonly [string, string]>): string {
    return `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  }

  private end(changes: ItemResult['changes']): void {
    // An ended item is no longer a suspect.
    this.write(this.context.isAfterCrash ? { ...changes, crashes: 0 } : changes);
  }

  private write(changes: ItemResult['changes']): void {
    const { attempts, bytes } = this;
    const [events, caches] = [this.events.splice(0), this.caches.splice(0)];
    this.bytes = 0;
    const { step, sort } = this.item;
    const text = this.toObject(this.texts);
    const row = changes.row instanceof JsonText ? changes.row.text.length : 0;
    const results = JsonText.for<Record<string, unknown>>(text);
    this.context.writer.add({
      ...{ step, sort, events, caches, bytes, size: text.length + row },
      changes: { ...changes, results, attempts },
    });
  }
}

function extend(scope: EvaluationContext, values: Record<string, unknown>): EvaluationContext {
  return Object.assign(Object.create(null) as EvaluationContext, scope, values);
}

/** The JSON of a result. A result without JSON, such as a value that nests too deep, fails the item. */
function writable(step: string, result: unknown): string {
  try {
    return toJson(result ?? null);
  } catch (error) {
    const { reason } = unexpected(step, error);
    throw new ItemFailed(step, reason);
  }
}

/** An error here concerns only this item: the others of the run continue. */
function unexpected(step: string, error: unknown): ItemFailed {
  const why = error instanceof RangeError ? 'its result is too deep or too large to be written' : (error as Error).message;
  return new ItemFailed(step, new PerceptError('INTERNAL', `The item cannot be worked on: ${why}.`, { cause: error }));
}

function failingAt(step: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof PerceptError ? new ItemFailed(step, error) : error;
  }
}

/** A value that does not fit an expression fails the item, not the run. */
async function failingItem<T>(step: string, evaluate: () => Promise<T>): Promise<T> {
  try {
    return await evaluate();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ItemFailed(step, new PerceptError('INVALID_REQUEST', error.message));
  }
}

/** The event that a step such as `notify` asks for. */
function notificationEvent(
  { row }: LocalRun,
  { step, item, outcome }: Omit<ItemPrediction, 'characters'>,
): NonNullable<ItemResult['events']>[number] {
  const about = { kind: 'pipeline', run_id: row.id, pipeline: row.pipeline, step: step.id, item };
  const said = outcome.result!.event!.data;
  return { type: 'system.notification', data: { ...about, ...said } };
}
