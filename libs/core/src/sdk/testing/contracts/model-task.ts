import assert from 'node:assert/strict';
import type { ContractTest } from '../../../kernel/contract-test';
import {
  checkModelTask,
  NativeGate,
  openNetwork,
  type ModelTaskDefinition,
  type Network,
  type TaskModel,
} from '../../../inference/models/runtime';

/** A network with which the contract tries a model task. */
export interface ModelTaskExample<R extends object> {
  /** The path of an ONNX file that fits the task. */
  file: string;
  /** What its `model.yaml` says. */
  manifest?: Partial<TaskModel['manifest']>;
  /** Calls the model as a capability does, and returns what it answers. */
  call(runner: R): Promise<unknown>;
}

/** The promises of a model task. */
export function modelTaskContract<R extends object>(task: ModelTaskDefinition<R>, example: ModelTaskExample<R>): ContractTest[] {
  const open = async (network: Network): Promise<R> => {
    const identity = { name: 'contract', version: '1', digest: '0'.repeat(64) };
    const runner = await task.open({ identity, manifest: { labels: [], version: '1', ...example.manifest }, network });
    await task.tryOut(runner);
    return runner;
  };
  const opened = async () => open(await openNetwork(example.file, new NativeGate(NativeGate.memory(), 0)));
  return [
    { name: 'has an id with the name of its plugin', run: async () => checkModelTask(task.id.split('.')[0]!, task) },
    { name: 'opens a network that fits and runs it once', run: async () => void (await opened()) },
    {
      name: 'answers equal calls with equal values, also beside each other',
      run: async () => {
        const runner = await opened();
        const first = await example.call(runner);
        assert.notEqual(first, undefined);
        for (const next of await Promise.all([example.call(runner), example.call(runner)])) assert.deepEqual(next, first);
      },
    },
    {
      name: 'refuses a network without inputs and outputs, with a reason',
      run: () => {
        const run = async () => Promise.reject(new Error('The contract has no network to run.'));
        return assert.rejects(open({ inputs: [], outputs: [], run }), ({ message }: Error) => message !== '');
      },
    },
  ];
}
