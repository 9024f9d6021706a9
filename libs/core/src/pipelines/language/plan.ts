import type { ErrorCode } from '../../kernel';
import type { Expression } from '../../expressions';
import type { Source } from '../sources';
import type { Template } from '../syntax/template';
import type { TriggerSpec } from './trigger-spec';

export const INPUT_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

/** An input of a pipeline. `--input name=value` or the body of a start gives its value. */
export interface InputSpec {
  name: string;
  type: (typeof INPUT_TYPES)[number];
  description?: string;
  /** Undefined: the input must be given. */
  default?: unknown;
  min?: number;
  max?: number;
  options?: readonly unknown[];
}

export interface Retry {
  /** Calls in all, the first one included. */
  attempts: number;
  backoff: 'fixed' | 'exponential';
  /** Before the second attempt. */
  delayMs: number;
  /** Undefined: every code that another attempt may fix. */
  on?: readonly ErrorCode[];
}

interface StepBase {
  id: string;
  condition?: Expression;
  /** Steps of the same list that must end first, by reference or by `needs`. */
  after: readonly string[];
  onError: 'fail' | 'continue';
  /** Rows of other steps that its expressions look into, as `step.property`. They must fit into memory. */
  looksInto: readonly string[];
}

/** A step that calls a capability. */
export interface CallStep extends StepBase {
  kind: 'call';
  uses: string;
  with: Template;
  retry: Retry;
  /** Undefined: the configuration's limit. */
  timeoutMs?: number;
  /** How long a result may be used again for equal input; undefined: never. */
  cacheMs?: number;
  /** Parameters of the capability that are rows. */
  rowFields: readonly string[];
  /** Parameters of the capability that are paths of files. */
  fileFields: readonly string[];
  /** The names of the secrets that `with` uses: they are removed from results and errors. */
  secrets: readonly string[];
  /** Parameters of the capability that they are in. */
  secretFields: readonly string[];
}

/** How many items of a block may fail before the block fails: a count, or a share of all. */
export type Tolerance = { count: number } | { percent: number };

/** A step whose own steps run for every item. */
export interface BlockStep extends StepBase {
  kind: 'block';
  source: Source;
  /** The name that the item has in expressions. */
  as: string;
  /** What identifies an item. Two items with the same key are one item. */
  key?: Template;
  /** Items in flight; undefined: as many as keep every worker busy. */
  concurrency?: number;
  /** Undefined: some items may fail, not all. */
  tolerate?: Tolerance;
  /** In an order in which each comes after what it needs. */
  steps: readonly CallStep[];
  /** The row of an item; undefined: the item's key and what each step gave. */
  collect?: Template;
}

export type Step = CallStep | BlockStep;

/** A file that the run writes when its steps are done. */
export interface OutputSpec {
  /** The keyword of its format. */
  format: string;
  path: Template;
  /** The rows of a step, streamed, or an expression that gives a list. */
  rows: Template;
  /** Steps that its rows come from. */
  after: readonly string[];
  looksInto: readonly string[];
}

export const PREDICTION_EVENTS = ['all', 'failed', 'none'] as const;

/** A pipeline without mistakes, ready to run. */
export interface Plan {
  name: string;
  description?: string;
  /** Runs that execute at a time, over all processes; undefined: any number. */
  concurrency?: number;
  /** Runs with a higher priority start first; 0 when undefined. */
  priority?: number;
  /** SHA-256 of the text, hex. */
  revision: string;
  inputs: readonly InputSpec[];
  triggers: readonly TriggerSpec[];
  /** Names of the secrets that steps may use. */
  secrets: readonly string[];
  /** Which calls emit events of their own. */
  predictions: (typeof PREDICTION_EVENTS)[number];
  /** In an order in which each comes after what it needs. */
  steps: readonly Step[];
  outputs: readonly OutputSpec[];
}
