import type { Dispatcher } from 'undici';
import type { Secrets } from '../../kernel';
import type { MayFollow } from '../../kernel/net';
import type { NewEvent } from '../../durable/events';
import type { CapabilityDefinition } from '../../inference/declaration';
import type { Class } from '../../kernel/schema';
import type { ProjectCollections } from './project-collections';

/**
 * Changes and returns the value of that name. Changes are made in sequence over all processes.
 * @param change gets the kept value, undefined at first. If it returns the same object, nothing is written.
 */
export type KeepValue = <T extends object>(name: string, change: (before: T | undefined) => T) => Promise<T>;

/** The parts of a run that an operation may use. */
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
  /** Call it between two pieces of work in this thread: see `ThreadTurns.pass`. */
  turn: () => Promise<void> | undefined;
}

/** The output of an operation, checked against its class, and its event. */
export interface OperationResult {
  output: object;
  /** Written with the item's result in one transaction, so it happens exactly once. */
  event?: Pick<NewEvent, 'data'>;
}

/** A pipeline step that the main thread runs. It has an effect outside workers, and no route. */
export interface Operation<I extends object = object, O extends object = object> extends Pick<
  CapabilityDefinition<I, O>,
  'id' | 'summary' | 'description' | 'examples'
> {
  input: Class<I>;
  output: Class<O>;
  /**
   * A text of the output that may be large: it is kept in a file instead of the database. `read` restores the output from the text
   * and the rest.
   */
  large?: {
    field: string;
    /** Fields that are made from the text and therefore not kept either. */
    derived: readonly string[];
    /** Puts the kept text back into its output. */
    read(kept: Record<string, unknown>, text: string, turn: OperationContext['turn']): Promise<object>;
  };
  /** @throws PerceptError. */
  run(input: I, context: OperationContext): Promise<OperationResult>;
}
