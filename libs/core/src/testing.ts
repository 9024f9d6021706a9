import 'reflect-metadata';
import { PerceptError } from './kernel';
import type { MediaLimits } from './inference/media';
import { NativeGate, openNetwork, type ModelSource, type ModelTask, type ModelTasks } from './inference/models/runtime';
import { Runner, type CallInput } from './inference/host';
import type { CapabilityDefinition } from './sdk';

export interface TestCall {
  /** Stand-ins by task; a task without one throws at setup. */
  models?: Partial<ModelTasks>;
  /** An uploaded picture. */
  media?: CallInput['media'];
  /** What the service's configuration would give the plugin: an instance of its options class. */
  options?: object;
  /** By name. */
  secrets?: Readonly<Record<string, string>>;
  allowPaths?: boolean;
  /** Those of the configuration's defaults when absent. */
  limits?: MediaLimits;
  signal?: AbortSignal;
}

/** Nobody ends the thread of a test. */
const unguarded = new NativeGate(NativeGate.memory(), 0);
const LIMITS: MediaLimits = { maxBytes: 50 * 1024 * 1024, maxPixels: 4096 * 2304, maxSide: 4096 };

/**
 * Runs a capability as the host's workers do, in this process: the input is checked, the picture opened, the handler
 * called and its answer checked.
 * @throws PerceptError as the host does; of an INTERNAL one the message is the fault itself.
 */
export async function runCapability(
  capability: CapabilityDefinition,
  input: Record<string, unknown>,
  call: TestCall = {},
): Promise<Record<string, unknown>> {
  const runner = new Runner(standIns(call.models ?? {}), call.limits ?? LIMITS, (file) => openNetwork(file, unguarded));
  await runner.setUp(capability, { options: call.options, secrets: call.secrets ?? {} });
  const { media, allowPaths, signal = new AbortController().signal } = call;
  const answer = await runner.run(capability.id, { fields: input, media, allowPaths }, { signal });
  if (answer.kind === 'answer') return answer.output;
  if (answer.kind === 'fetch')
    throw new Error(`${answer.field} is an URL, which only the host fetches: hand in the picture itself`);
  if (answer.kind === 'postpone') throw new Error('a test waits for every clip');
  if (answer.fault) throw new PerceptError('INTERNAL', answer.fault);
  throw PerceptError.fromRecord(answer.error);
}

function standIns(models: Partial<ModelTasks>): ModelSource {
  return {
    get: async <T extends ModelTask>(task: T) => {
      const model = models[task];
      if (!model) throw new Error(`the test gave no model for the task '${task}'`);
      return model;
    },
  };
}
