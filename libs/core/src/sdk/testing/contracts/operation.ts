import assert from 'node:assert/strict';
import { checkBody } from '../../../inference/host/input';
import { Secrets } from '../../../kernel';
import { safeAgent } from '../../../kernel/net';
import type { Operation, OperationContext } from '../../../pipelines/operations';
import type { ContractTest } from '../../../kernel/contract-test';

/** Values with which the contract tries an operation. */
export interface OperationExample {
  /** Parameters of the operation. */
  input: Record<string, unknown>;
  /** Parts of the context, such as secrets or an agent that answers for the test. */
  context?: Partial<OperationContext>;
}

/** The promises of an operation. */
export function operationContract(operation: Operation, { input, context = {} }: OperationExample): ContractTest[] {
  const run = async (signal: AbortSignal) => {
    const agent = context.agent ?? safeAgent({});
    const given: OperationContext = {
      ...{ agent, secrets: new Secrets(), idempotencyKey: 'contract', timeoutMs: 30_000, signal },
      turn: () => undefined,
      keep: async (_name, change) => change(undefined),
      ...context,
    };
    const { output, event } = await operation.run(checkBody(operation.input, input), given);
    return { output: checkBody(operation.output, JSON.parse(JSON.stringify(output)) as Record<string, unknown>), event };
  };
  return [
    { name: 'gives an output that fits its class', run: async () => void (await run(new AbortController().signal)) },
    {
      name: 'ends when its call is aborted',
      run: async () => {
        const ended = run(AbortSignal.abort(new Error('aborted'))).then(
          () => 'ended',
          () => 'ended',
        );
        assert.equal(await ended, 'ended');
      },
    },
  ];
}
