import type { ErrorCode } from '../../kernel';
import type { ParsedExpression } from '../../expressions';
import type { BlockSource } from '../sources';
import type { Template } from '../syntax/template';
import type { TriggerSpec } from './trigger-spec';

export const INPUT_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

/** An input of a pipeline. Its value comes from `--input name=value` or from the body of a start. */
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
  /** The number of calls, including the first. */
  attempts: number;
  backoff: 'fixed' | 'exponential';
  /** The delay before the second attempt. */
  delayMs: number;
  /** The error codes to retry; undefined: every code that another attempt may fix. */
  on?: readonly ErrorCode[];
}

interface StepBase {
  id: string;
  condition?: ParsedExpression;
  /** Steps of the same list that must end first, by reference or by `needs`. */
  after: readonly string[];
  onError: 'fail' | 'continue';
  /** Rows of other steps that its expressions access, as `step.property`. They must fit into memory. */
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
  /** The parameters of the capability that contain secrets. */
  secretFields: readonly string[];
}

/** How many items of a block may fail before the block fails: a count, or a share of all. */
export type Tolerance = { count: number } | { percent: number };

/** A step whose own steps run for every item. */
export interface BlockStep extends StepBase {
  kind: 'block';
  source: BlockSource;
  /** The name that the item has in expressions. */
  as: string;
  /** What identifies an item. Two items with the same key are one item. */
  key?: Template;
  /** The maximum of items in flight; undefined: as many as keep every worker busy. */
  concurrency?: number;
  /** Undefined: some items may fail, not all. */
  tolerate?: Tolerance;
  /** Sorted so that each comes after those it needs. */
  steps: readonly CallStep[];
  /** The row of an item; undefined: the item's key and the result of each step. */
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
  /** Runs that execute at the same time, over all processes; undefined: no limit. */
  concurrency?: number;
  /** Runs with a higher priority start first; 0 when undefined. */
  priority?: number;
  /** SHA-256 of the text, hex. */
  revision: string;
  inputs: readonly InputSpec[];
  triggers: readonly TriggerSpec[];
  /** Names of the secrets that steps may use. */
  secrets: readonly string[];
  /** Which calls emit their own events. */
  predictions: (typeof PREDICTION_EVENTS)[number];
  /** Sorted so that each comes after those it needs. */
  steps: readonly Step[];
  outputs: readonly OutputSpec[];
}
