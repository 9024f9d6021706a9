import { PerceptError } from '../../kernel';
import { openModels } from '../models';
import type { ModelRegistry } from '../models/registry';
import { NativeGate, openNetwork, type ModelSource } from '../models/runtime';
import type { CallInput, CallResult } from './host';
import type { HostOptions } from './host-options';
import { checkCall } from './input/read-input';
import { checkOptIn, completed, noCollections, timed } from './completion';
import { loadPlugins } from './loading/load';
import { Runner, type RunAnswer } from './runner';

interface CallHereOptions extends Pick<
  HostOptions,
  'plugins' | 'admission' | 'limits' | 'callTimeoutMs' | 'longCallTimeoutMs' | 'fetchMedia' | 'report' | 'optedIn'
> {
  /** Called when the capability first asks for a model, so that capabilities without models need not wait. */
  registry: () => Promise<ModelRegistry>;
}

/**
 * Sets one capability up and calls it once in this thread. This is for a command, which need not stay responsive, and whose process
 * ends with the call. Only for plugins that are trusted not to hang or exit.
 * @throws PerceptError as `PluginHost.call` does.
 * @throws Error if no plugin has the capability, or it cannot be set up.
 */
export async function callHere(id: string, input: CallInput, options: CallHereOptions): Promise<CallResult> {
  const { capabilities, dependencies } = loadPlugins(options.plugins, options.admission);
  const capability = capabilities.get(id);
  if (!capability) throw new Error(`none of the plugins has the capability '${id}'`);
  checkOptIn(capability, options.optedIn);
  // A wrong input must not wait for models.
  checkCall(capability, input, options.limits);
  const gate = new NativeGate(NativeGate.memory(), 0);
  const models = onDemand(options.registry, gate);
  const runner = new Runner(models, options.limits, (file) => openNetwork(file, gate));
  await runner.setUp(capability, dependencies.get(id));
  const start = performance.now();
  const limitMs = capability.long ? (options.longCallTimeoutMs ?? 1_800_000) : options.callTimeoutMs;
  const run = (given: CallInput): Promise<RunAnswer> => runner.run(id, given, { signal: AbortSignal.timeout(limitMs) });
  let answer = await run(input);
  if (answer.kind === 'fetch') answer = await run(await fetched(input, answer, options));
  if (answer.kind === 'error') {
    if (answer.fault) options.report?.({ capability: id, reason: answer.fault });
    throw PerceptError.fromRecord(answer.error);
  }
  if (answer.kind !== 'answer') throw new Error(`a call without a limit of its own was answered with '${answer.kind}'`);
  const { timings, models: used, rowFiles } = answer;
  const search = (): never => {
    throw noCollections();
  };
  const output = await completed(capability, answer, { search });
  return { output: timed(output, start), timings, models: used, rowFiles };
}

function onDemand(registry: () => Promise<ModelRegistry>, gate: NativeGate): ModelSource {
  let opened: Promise<ModelSource> | undefined;
  const open = async (): Promise<ModelSource> => openModels({ registry: await registry(), gate });
  return { get: async (task, name) => (await (opened ??= open())).get(task, name) };
}

async function fetched(
  input: CallInput,
  { field, url, values }: Extract<RunAnswer, { kind: 'fetch' }>,
  { fetchMedia }: CallHereOptions,
): Promise<CallInput> {
  if (!fetchMedia) throw new Error('callHere was given nothing that fetches media');
  const bytes = await fetchMedia(url, { field, signal: new AbortController().signal, onEnd: () => undefined });
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));
  return { fields, media: { field, bytes }, allowPaths: input.allowPaths };
}
