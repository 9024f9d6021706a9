import type { BucketAccess } from '../../durable/object-storage';
import type { AllowedPaths } from '../../kernel';
import type { Fields, Keywords, ValuesOf } from '../syntax';
import type { TickRules } from './tick-rules';

/** Something that happened: a file came, a message arrived. */
export interface TriggerEvent {
  /** Identifies the event: the trigger starts one run for each, in whichever process it arrives and however often. */
  ref: string;
  /** Goes to the trigger's `input`; without one it must be an object whose fields are inputs of the pipeline. */
  value: unknown;
}

/** What a source works with while it is started. */
export interface TriggerContext {
  /** The folders that runs may read. */
  roots: readonly string[];
  paths: AllowedPaths;
  /** The objects that runs may use. */
  objects: BucketAccess;
  /** Finds the refs whose events are stored already. */
  known(refs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves when the event is stored; from then on its run starts even if this process ends. */
  fire(event: TriggerEvent): Promise<void>;
  /** Logs a failure that the source survives. */
  report(error: unknown): void;
}

/** A trigger that waits for events. */
export interface StartedTrigger {
  /** Ends the wait; after it no event is reported. */
  close(): Promise<void>;
}

/** The times of a trigger that follows the clock, in ms since the epoch. */
export interface Times {
  /** The next times after that one. */
  next(count: number, after: number): number[];
  /** The times after `after` and up to `until`, oldest first; at most the newest `limit`. */
  between(after: number, until: number, limit: number): number[];
}

/** Only for a source that follows the clock. */
interface Clockwork<Settings, Definition> {
  /** @param anchor what an interval without a start counts from, ms since the epoch. */
  times(definition: Definition, anchor: number): Times;
  /** What becomes of the ticks. */
  rules(settings: Settings): TickRules;
}

/**
 * What starts runs without a request. A plugin brings it in `triggers`.
 * It follows the clock, or waits for events after `start`, or is called by its address.
 */
export interface TriggerSource<Own extends Keywords = Keywords, Settings extends object = object, Definition = object> {
  /** The keyword in `triggers` that selects it. */
  readonly name: string;
  /** Its keywords in `triggers`, the one that selects it included. */
  readonly keywords: Own;
  /** The input that gets the value of an event unless the pipeline names one. */
  readonly defaultInput?: string;
  /** Its keywords, besides `input`, that name inputs of the pipeline. */
  readonly inputNames?: readonly string[];
  /** Whether it can get an address that starts a run when somebody posts to it. */
  readonly hasAddress?: boolean;
  readonly clock?: Clockwork<Settings, Definition>;
  /** The settings of a trigger. Mistakes are reported to `fields`. */
  parse(values: ValuesOf<Own>, fields: Fields): Settings;
  /** The name of the secret that it uses. */
  secretOf?(settings: Settings): string | undefined;
  /** The settings that decide when it fires. A trigger with another definition starts from now. */
  definition(settings: Settings): Definition;
  /** What people see of it in the list of schedules. */
  describe(definition: Definition): { rule: string | null; timezone?: string };
  /**
   * Waits for events until it is closed.
   * @throws PerceptError if the trigger cannot work: it is paused with that reason. Any other error: it is started again.
   */
  start?(settings: Settings, context: TriggerContext): Promise<StartedTrigger>;
  /** Whether the event of a past tick may come again, so that the tick must stay. @param inputs those of the tick. */
  mayRepeat?(ref: string, inputs: Record<string, unknown>, objects: BucketAccess): Promise<boolean>;
}
