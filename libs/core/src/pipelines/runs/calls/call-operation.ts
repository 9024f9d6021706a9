import { checkBody } from '../../../inference/host/input';
import type { MayFollow } from '../../../kernel/net';
import type { CallInput, CallResult } from '../../../inference/host';
import type { NewEvent } from '../../../durable/events';
import type { CallStep } from '../../language';
import type { Operation, KeepValue } from '../../operations';
import type { KeptResult } from '../context/large-text';
import type { LocalRun } from '../context/run-context';
import type { Clock } from '../../../kernel';
import { type Store } from '../../../durable/database';
import { findKept, saveKept } from '../kept/kept-value.repository';

const DAY_MS = 86_400_000;

const TIMEOUT_MS = 30_000;

/** The result of a step, and the event that it asks for. */
export interface StepResult extends CallResult {
  event?: Pick<NewEvent, 'data'>;
  /** If a large text of the output is in a file: the value that replaces it. */
  large?: KeptResult;
  /** The bytes that it takes in files of the run. */
  fileBytes?: number;
}

interface OperationCall {
  operation: Operation;
  step: CallStep;
  input: CallInput;
  signal: AbortSignal;
  mayFollow?: MayFollow;
}

/** Runs an operation in this process. @throws PerceptError INVALID_REQUEST for its parameters, and the operation's own errors. */
export async function callOperation(run: LocalRun, { operation, step, input, ...limits }: OperationCall): Promise<StepResult> {
  const { services, secrets } = run;
  const parameters = checkBody(operation.input, input.fields);
  const { output, event } = await operation.run(parameters, {
    agent: services.outbound(),
    secrets: secrets.only(step.secrets),
    idempotencyKey: input.idempotencyKey!,
    timeoutMs: step.timeoutMs ?? TIMEOUT_MS,
    turn: () => run.turn(),
    keep: openKeeper(services.store, services.clock, { project: run.row.project_id, operation: operation.id }),
    collections: services.collections?.(run.row.project_id),
    ...limits,
  });
  return { output: output as Record<string, unknown>, timings: {}, models: [], event };
}

/** Opens the values that operations keep for a project. Runs change a value in sequence, even in different processes. */
function openKeeper(store: Store, clock: Clock, { project, operation }: { project: string; operation: string }): KeepValue {
  return (key, change) =>
    store.transaction(async ({ manager, lock }) => {
      const name = `${operation}/${key}`;
      await lock(`kept ${project} ${name}`);
      const before = await findKept(manager, project, name);
      const value = change(before?.value as Parameters<typeof change>[0]);
      const now = clock.now();
      // Once a day, also saves a value that was only read, so that retention does not remove it.
      if (value !== before?.value || now - before.updated_at > DAY_MS)
        await saveKept(manager, { project_id: project, name, value, updated_at: now });
      return value;
    });
}
