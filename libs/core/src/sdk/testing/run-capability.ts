import 'reflect-metadata';
import { Runner } from '../../inference/host';
import type { MediaLimits } from '../../inference/media';
import { openImage, type Image } from '../../inference/media/images';
import { NativeGate, openNetwork, type ModelSource, type ModelTask, type ModelTasks } from '../../inference/models/runtime';
import { PerceptError } from '../../kernel';
import type { CapabilityDefinition, CollectedMatch, CollectionQuery } from '../../inference/declaration';
import { completed } from '../../inference/host';

/** An uploaded image or video: the name of its parameter, such as `image`, and its bytes or the path of its file. */
export type TestMedia = { field: string } & ({ bytes: Uint8Array } | { file: string });

/** What the service would give the call. Everything is optional. */
export interface TestCall {
  /** A fake model for each task; a plugin's own task goes by its id. `setup` throws when it requests a task without a model. */
  models?: Partial<ModelTasks> & Readonly<Record<`${string}.${string}`, object>>;
  /** An uploaded image or video. */
  media?: TestMedia;
  /** An instance of the plugin's options class. */
  options?: object;
  /** The plugin's secrets by name. */
  secrets?: Readonly<Record<string, string>>;
  /** Lets the media parameter be a path on this machine, as in a pipeline; false by default. */
  allowPaths?: boolean;
  /** The limits on encoded bytes and on the longer side in pixels; by default those of the service. */
  limits?: { maxBytes: number; maxSide: number };
  /** Answers what the capability asks of collections; none by default. */
  search?: (query: CollectionQuery) => CollectedMatch[];
  /** Aborts the call as the time limit would. */
  signal?: AbortSignal;
}

/** No test ends this thread, so native calls need no guard. */
const unguarded = new NativeGate(NativeGate.memory(), 0);
const LIMITS: MediaLimits = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

/**
 * Runs a capability as the service does, in this process: checks the input, opens the media, calls the handler and checks
 * the output.
 * @returns the output without `processing_time_ms`, which the service adds.
 * @throws PerceptError as the service does. The message of an INTERNAL error is the fault itself.
 */
export async function runCapability(
  capability: CapabilityDefinition,
  input: Record<string, unknown>,
  call: TestCall = {},
): Promise<Record<string, unknown>> {
  const runner = await prepared(capability, call);
  const { media, allowPaths, search = () => [], signal = new AbortController().signal } = call;
  const answer = await runner.run(capability.id, { fields: input, media, allowPaths }, { signal });
  if (answer.kind === 'answer') return completed(capability, answer, { search: async (query) => search(query) });
  if (answer.kind === 'fetch')
    throw new Error(`'${answer.field}' is a URL, and a test does not fetch URLs. Pass the bytes as \`media\`.`);
  if (answer.kind === 'postpone') throw new Error('A test waits for every video.');
  if (answer.fault) throw new PerceptError('INTERNAL', answer.fault);
  throw PerceptError.fromRecord(answer.error);
}

/** Runners by capability, then by the fake models of the calls. */
const known = new WeakMap<CapabilityDefinition, WeakMap<object, Promise<Runner>>>();
const NO_MODELS = {};

/** As in the service, `setup` runs once for calls with the same arguments: the same object of models, or none, and nothing else. */
function prepared(capability: CapabilityDefinition, call: TestCall): Promise<Runner> {
  if (call.options || call.secrets || call.limits) return prepare(capability, call);
  const runners = known.get(capability) ?? new WeakMap<object, Promise<Runner>>();
  known.set(capability, runners);
  const key = call.models ?? NO_MODELS;
  const runner = runners.get(key) ?? prepare(capability, call);
  runners.set(key, runner);
  runner.catch(() => runners.delete(key));
  return runner;
}

async function prepare(capability: CapabilityDefinition, { models, limits, options, secrets }: TestCall): Promise<Runner> {
  const runner = new Runner(fakeModels(models ?? {}), limits ?? LIMITS, (file) => openNetwork(file, unguarded));
  await runner.setUp(capability, { options, secrets: secrets ?? {} });
  return runner;
}

/** Opens an image as the service does, for tests of functions that take an {@link Image}. @throws PerceptError UNSUPPORTED_MEDIA. */
export function openTestImage(bytes: Uint8Array): Promise<Image> {
  return openImage(bytes, LIMITS);
}

function fakeModels(models: Partial<ModelTasks>): ModelSource {
  return {
    get: async <T extends ModelTask>(task: T) => {
      const model = models[task];
      if (!model) throw new Error(`The test has no model for the task '${task}'. Pass one in \`models\`.`);
      return model;
    },
  };
}
