import { PerceptError, type ErrorRecord, parseJson, toJson } from '../../kernel';
import { drawAnnotations, type Image } from '../media/images';
import type { DocumentFile } from '../media/documents';
import { keepForLater, outlastThread, type ClosableVideo } from '../media/video';
import type { MediaLimits } from '../media';
import type { ModelIdentity, ModelSource, ModelTask, ModelTaskDefinition } from '../models/runtime';
import { checkOutput } from './input/check';
import { collectRows } from './input/collect-rows';
import type { CallContext, CapabilityDefinition, CollectionQuery, Handler, SetupContext } from '../declaration';
import type { Class } from '../../kernel/schema';
import { asWritten } from './input/fields';
import type { CallInput, RowFiles } from './host';
import type { PluginDependencies } from './loading/load';
import { checkCall, readInput, type CheckedCall } from './input/read-input';
import { ServerTiming } from './server-timing';

type AnyHandler = Handler<object, object>;

/** The outcome of a call in a worker. `fault` is for the log only, because it may contain internals. */
export type RunAnswer =
  | {
      kind: 'answer';
      /** Large outputs are JSON text, because a text crosses the thread at once, but objects one by one. */
      output: Record<string, unknown> | string;
      timings: Record<string, number>;
      models: ModelIdentity[];
      annotated?: Uint8Array;
      rowFiles?: RowFiles;
      /** Searches whose results the capability's `complete` receives. */
      searches?: CollectionQuery[];
    }
  | { kind: 'error'; error: ErrorRecord; fault?: string }
  | { kind: 'postpone'; field: string; file: string; values: Record<string, unknown> }
  | { kind: 'fetch'; field: string; url: string; values: Record<string, unknown> };

/** Characters of JSON up to which an output is passed as an object. */
const SMALL_OUTPUT = 2048;

/** Aborts a call, and receives its progress. */
export interface RunContext {
  signal: AbortSignal;
  progress?: CallContext['progress'];
}

/** Thrown by `CallContext.later`. */
class Later extends Error {
  constructor(readonly document: DocumentFile) {
    super('the call takes longer than its caller waits for');
  }
}

function withoutMedia({ fields, media }: CheckedCall): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields.values).filter(([name]) => name !== media!.field));
}

/** Sets up capabilities and runs their calls in the current thread. */
export class Runner {
  private readonly handlers = new Map<string, { capability: CapabilityDefinition; handle: AnyHandler }>();

  constructor(
    private readonly models: ModelSource,
    private readonly limits: MediaLimits,
    private readonly network: SetupContext['network'],
  ) {}

  /** @throws what `setup` throws. */
  async setUp(capability: CapabilityDefinition, dependencies: PluginDependencies = { secrets: {} }): Promise<void> {
    const model = ((task: ModelTask | ModelTaskDefinition, name?: string) =>
      this.models.get(typeof task === 'string' ? task : (task.id as ModelTask), name)) as SetupContext['model'];
    const handle = (await capability.setup({ model, network: this.network, ...dependencyAccess(dependencies) })) as AnyHandler;
    if (typeof handle !== 'function') throw new Error(`setup of ${capability.id} gave no function`);
    this.handlers.set(capability.id, { capability, handle });
  }

  /** Never rejects; errors are in the answer. The signal is aborted at the time limit. */
  async run(id: string, input: CallInput, { signal, progress = () => {} }: RunContext): Promise<RunAnswer> {
    const found = this.handlers.get(id);
    if (!found) return errorAnswer(id, new Error(`${id} is not set up in this worker`), undefined);
    const stages = new ServerTiming();
    let call: CheckedCall | undefined;
    let opened: ClosableVideo | undefined;
    try {
      const checked = await stages.time('read', async () => (call = checkCall(found.capability, input, this.limits)));
      if (checked.media?.kind === 'url') {
        return { kind: 'fetch', field: checked.media.field, url: checked.media.url, values: asWritten(checked.fields) };
      }
      const { resolved, video } = await stages.time('read', () => readInput(checked, this.limits, signal));
      opened = video;
      if (video && video.properties.duration > (input.liveSeconds ?? Infinity)) {
        const file = await outlastThread(video.file);
        opened = undefined;
        return { kind: 'postpone', field: checked.media!.field, file, values: withoutMedia(checked) };
      }
      const models = new Map<string, ModelIdentity>();
      const used = (model: ModelIdentity) => void models.set(model.digest, model);
      const { idempotencyKey } = input;
      const later = () => {
        if (input.liveSeconds !== undefined && 'document' in resolved) throw new Later(resolved.document as DocumentFile);
      };
      const searches: CollectionQuery[] = [];
      const search = (query: CollectionQuery) => void searches.push(query);
      const context = { signal, timer: stages, used, progress, later, search, idempotencyKey };
      const answer = await found.handle(resolved as never, context);
      const { output, rowFiles } = await collectRows(found.capability, answer, input);
      // As JSON, an answer can cross the thread even if a plugin put values into it that cannot be cloned.
      const text = toJson(checkOutput(found.capability, output));
      const drawn = input.annotate ? (resolved as { image?: Image }).image : undefined;
      const plain = drawn || text.length <= SMALL_OUTPUT ? (parseJson(text) as Record<string, unknown>) : text;
      const annotated = drawn && (await stages.time('annotate', () => drawAnnotations(drawn, plain as Record<string, unknown>)));
      const asked = searches.length > 0 ? { searches } : {};
      return { kind: 'answer', output: plain, timings: stages.ms, models: [...models.values()], annotated, rowFiles, ...asked };
    } catch (error) {
      if (error instanceof Later) {
        const file = await keepForLater(error.document.bytes);
        return { kind: 'postpone', field: call!.media!.field, file, values: withoutMedia(call!) };
      }
      if (signal.aborted) return { kind: 'error', error: timedOut(id).toRecord() };
      return errorAnswer(id, error, call);
    } finally {
      await opened?.close();
    }
  }
}

function dependencyAccess({ options, secrets }: PluginDependencies): Pick<SetupContext, 'options' | 'secret'> {
  return {
    options: <O extends object>(type: Class<O>) => {
      if (options instanceof type) return options;
      throw new Error(`${type.name} is not the options class that the plugin declares`);
    },
    secret: (name) => {
      if (secrets[name] !== undefined) return secrets[name];
      throw new Error(`the plugin does not name the secret ${name}: add it to its 'secrets'`);
    },
  };
}

export function timedOut(id: string): PerceptError {
  const cure = 'Send less, such as a smaller picture or a part of it; the operator can raise PERCEPT_CALL_TIMEOUT.';
  return new PerceptError('TIMEOUT', `${id} ran past its time limit and was ended. ${cure}`);
}

/** @param call the checked call, if known, for the parameter names that the caller wrote. */
export function errorAnswer(id: string, error: unknown, call?: CheckedCall): Extract<RunAnswer, { kind: 'error' }> {
  if (!(error instanceof PerceptError)) return internalAnswer(id, traceOf(error));
  const fault = error.code === 'INTERNAL' && error.cause !== undefined ? traceOf(error.cause) : undefined;
  return { kind: 'error', error: withWrittenName(error.toRecord(), call), fault };
}

const traceOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** @param fault is only for the log. */
export function internalAnswer(id: string, fault: string): Extract<RunAnswer, { kind: 'error' }> {
  return { kind: 'error', error: failedCall(id).toRecord(), fault };
}

/** The error that callers see for a fault of Percept or of a plugin. */
export function failedCall(id: string, what = 'failed'): PerceptError {
  return new PerceptError('INTERNAL', `${id} ${what}. The log has the details under the request id.`);
}

/** Replaces the canonical parameter name, which handlers use, by the name that the caller wrote. */
function withWrittenName(record: ErrorRecord, call: CheckedCall | undefined): ErrorRecord {
  const { details } = record;
  if (!details || !call) return record;
  const written = call.fields.writtenAs(details.field);
  if (written === details.field) return record;
  return {
    ...record,
    message: record.message.replace(`'${details.field}'`, `'${written}'`),
    details: { ...details, field: written },
  };
}
