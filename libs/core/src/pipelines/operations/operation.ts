import type { Dispatcher } from 'undici';
import type { Secrets } from '../../kernel';
import type { MayFollow } from '../../kernel/net';
import type { NewEvent } from '../../durable/events';
import type { CapabilityDefinition } from '../../inference/declaration';
import type { Class } from '../../kernel/schema';
import type { ProjectCollections } from './project-collections';

/**
 * Changes the value of that name, and returns it. Changes follow one another in all processes.
 * @param change gets what is kept, undefined at first; a value that is the same object is not written.
 */
export type KeepValue = <T extends object>(name: string, change: (before: T | undefined) => T) => Promise<T>;

/** What an operation may use of the run that calls it. */
export interface OperationContext {
  /** Connects to public addresses only: a `safeAgent`. */
  agent: Dispatcher;
  secrets: Secrets;
  /** The same for every attempt at one item. */
  idempotencyKey: string;
  /** Where redirects may lead; anywhere public when absent. */
  mayFollow?: MayFollow;
  timeoutMs: number;
  signal: AbortSignal;
  /** Keeps a value of the operation for the project, from run to run. */
  keep: KeepValue;
  /** The collections of the project; absent where pipelines have none. */
  collections?: ProjectCollections;
  /** Between two pieces of work in this thread: see `ThreadTurns.pass`. */
  turn: () => Promise<void> | undefined;
}

/** The output of an operation, checked against its class, and what it reports. */
export interface OperationResult {
  output: object;
  /** Written with the item's result, in one transaction: it happens once, whatever fails. */
  event?: Pick<NewEvent, 'data'>;
}

/** A step of pipelines that the main thread runs: it has an effect outside of a worker, and no route of its own. */
export interface Operation<I extends object = object, O extends object = object> extends Pick<
  CapabilityDefinition<I, O>,
  'id' | 'summary' | 'description' | 'examples'
> {
  input: Class<I>;
  output: Class<O>;
  /**
   * A text of the output that may be large: it is then kept in a file and not in the database. `read` gives the output back, from
   * what is left of it and the text.
   */
  large?: {
    field: string;
    /** What is made of the text, and is not kept either. */
    derived: readonly string[];
    /** Puts the kept text back into its output. */
    read(kept: Record<string, unknown>, text: string, turn: OperationContext['turn']): Promise<object>;
  };
  /** @throws PerceptError. */
  run(input: I, context: OperationContext): Promise<OperationResult>;
}

export function defineOperation<I extends object, O extends object>(operation: Operation<I, O>): Operation {
  return operation;
}
