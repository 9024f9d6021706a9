import type { BucketAccess } from '../../durable/object-storage';
import type { AllowedPaths } from '../../kernel';
import type { Fields, Keywords, KeywordValues } from '../syntax';
import type { HookContext, HookReceipt, HookRequest } from './hook-request';
import type { TickRules } from './tick-rules';

/** Something that happened: a file came, a message arrived. */
export interface TriggerEvent {
  /** Identifies the event. The trigger starts one run for each `ref`, in whichever process it arrives and however often. */
  ref: string;
  /** Goes to the trigger's `input`. Without `input` it must be an object whose fields are inputs of the pipeline. */
  value: unknown;
}

/** What a started source works with. */
export interface TriggerContext {
  /** The folders that runs may read. */
  roots: readonly string[];
  paths: AllowedPaths;
  /** The objects that runs may use. */
  objects: BucketAccess;
  /** Finds the refs whose events are already stored. */
  known(refs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves when the event is stored; from then on its run starts even if this process ends. */
  fire(event: TriggerEvent): Promise<void>;
  /** Logs a failure that the source survives. */
  report(error: unknown): void;
}

/** A trigger that waits for events. */
export interface StartedTrigger {
  /** Stops waiting. No event is reported afterwards. */
  close(): Promise<void>;
}

/** The times of a trigger that follows the clock, in ms since the epoch. */
export interface Times {
  /** The next times after `after`. */
  next(count: number, after: number): number[];
  /** The times after `after` and up to `until`, oldest first; at most the newest `limit`. */
  between(after: number, until: number, limit: number): number[];
}

/** Only for a source that follows the clock. */
interface Clockwork<Settings, Definition> {
  /** @param anchor the start of an interval that names none, ms since the epoch. */
  times(definition: Definition, anchor: number): Times;
  /** What happens to the ticks. */
  rules(settings: Settings): TickRules;
}

/**
 * A kind of trigger: what starts runs without a request. A plugin lists its kinds in `triggers`. A trigger follows the clock, waits
 * for events after `start`, or is called by its address.
 */
export interface TriggerSource<Own extends Keywords = Keywords, Settings extends object = object, Definition = object> {
  /** The keyword in `triggers` that selects the source. */
  readonly name: string;
  /** The source's keywords in `triggers`, including the one that selects it. */
  readonly keywords: Own;
  /** The input that gets an event's value unless the pipeline names another. */
  readonly defaultInput?: string;
  /** The source's keywords, besides `input`, that name inputs of the pipeline. */
  readonly inputNames?: readonly string[];
  /** Whether the trigger can get an address that starts a run when somebody posts to it. */
  readonly hasAddress?: boolean;
  readonly clock?: Clockwork<Settings, Definition>;
  /** The settings of a trigger. Mistakes are reported to `fields`. */
  parse(values: KeywordValues<Own>, fields: Fields): Settings;
  /** The name of the secret that the trigger uses. */
  secretOf?(settings: Settings): string | undefined;
  /** The settings that decide when the trigger fires. If they change, the trigger starts from now. */
  definition(settings: Settings): Definition;
  /** What the list of schedules shows of the trigger. */
  describe(definition: Definition): { rule: string | null; timezone?: string };
  /**
   * Waits for events until it is closed.
   * @throws PerceptError if the trigger cannot work: it is paused for that reason. After any other error it is started again.
   */
  start?(settings: Settings, context: TriggerContext): Promise<StartedTrigger>;
  /**
   * Checks a request to the trigger's address; without it, each request starts a run.
   * @throws PerceptError for a request that cannot be read.
   */
  receive?(request: HookRequest, settings: Settings, context: HookContext): Promise<HookReceipt>;
  /** Whether the event of a past tick may come again, so that the tick must stay. @param inputs of the tick. */
  mayRepeat?(ref: string, inputs: Record<string, unknown>, objects: BucketAccess): Promise<boolean>;
}
