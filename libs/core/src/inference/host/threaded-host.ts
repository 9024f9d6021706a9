import { knownJsonSize, NOBODYS_SHARE, suggest, PerceptError, threadTurns, type Share } from '../../kernel';
import type { Preview } from '../media/images';
import { removeVideosOfDeadProcesses } from '../media/video/video-folders';
import { forCall, readModelRegistry, type ModelRegistry, type ModelSet } from '../models/registry';
import { CallTime } from './pool/call-time';
import type { CapabilityDefinition, CollectedMatch, CollectionQuery, LoadedPlugin } from '../declaration';
import { checkOptIn, completed, noCollections, timed } from './completion';
import { Dispatcher } from './pool/dispatcher';
import { asWritten } from './input/fields';
import {
  PluginHost,
  PostponedCall,
  type CallInput,
  type CallOptions,
  type CallResult,
  type HostStats,
  type InferenceCall,
  type InferenceResult,
  type UploadedMedia,
} from './host';
import { inferenceId, PROJECT_INFERENCE } from './tensors';
import { loadPlugins } from './loading/load';
import type { MediaSource } from './input/media-source';
import { WorkerPool } from './pool/pool';
import { checkCall } from './input/read-input';
import { PREVIEW_ID, previewInput } from './preview';
import type { RunAnswer } from './runner';
import type { HostOptions } from './host-options';
import { activeTracer, traced } from '../../kernel/telemetry';

/** Bodies up to this size in bytes are checked before a call is accepted for later. */
const CHECKED_BODY = 256 * 1024;
/**
 * Bodies up to this size in bytes are checked before a call waits for its worker, which checks them again. A larger body contains
 * an image or data: parsing it twice costs more than the early refusal of a wrong one saves.
 */
const SMALL_BODY = 16 * 1024;

/** Characters of JSON above which an output counts as large. */
const LARGE_OUTPUT = 1024 * 1024;

type Answer = Extract<RunAnswer, { kind: 'answer' | 'postpone' }>;

/** One call on its way through the host. */
interface Call<C = CapabilityDefinition> {
  capability: C;
  time: CallTime;
  options: CallOptions;
  /** Milliseconds outside the worker: queue, fetch. */
  timings: Record<string, number>;
  /** The calling project's own models. */
  own?: ModelSet;
  /** See `DispatchedCall`. */
  runsModelOf?: string;
  /** Functions that free the memory of fetched media. */
  ends: (() => void)[];
}

/** The plugin host over Piscina's worker threads. */
class ThreadedHost extends PluginHost {
  readonly plugins: readonly LoadedPlugin[];
  readonly capabilities: ReadonlyMap<string, CapabilityDefinition>;
  readonly rejected: { source: string; reason: string }[];
  readonly ready: Promise<void>;
  private readonly unusable = new Map<string, string>();
  private readonly pool: WorkerPool;
  private readonly dispatcher: Dispatcher;
  private warm = false;
  private closed = false;

  constructor(private readonly options: HostOptions) {
    super();
    removeVideosOfDeadProcesses();
    const { admission = {} } = options;
    const { plugins, capabilities, sources, rejected } = loadPlugins(options.plugins, admission);
    this.plugins = plugins;
    this.capabilities = capabilities;
    this.rejected = [...(options.rejected ?? []), ...rejected];
    for (const { source, reason } of this.rejected) options.report?.({ reason: `the plugin ${source} is left out: ${reason}` });
    this.pool = new WorkerPool({
      workers: options.workers,
      workerPath: options.workerPath,
      settings: {
        sources,
        admission,
        leftOut: [],
        limits: options.limits,
        models: options.registry ?? readModelRegistry(options.models),
        preload: options.preload ?? [...capabilities.keys()],
      },
      idleMs: options.modelIdleMs,
      heapMb: options.heapMb ?? 1024,
      setupLimitMs: options.setupLimitMs ?? 120_000,
      onFree: () => this.dispatcher.dispatch(),
      onUnusable: (capability, reason) => this.leaveOut(capability, reason),
      onLost: (reason) => options.report?.({ reason }),
    });
    this.dispatcher = new Dispatcher(this.pool, options);
    this.ready = this.pool.ready.then(() => void (this.warm = true));
  }

  isReady(): boolean {
    return this.warm && !this.closed && !this.pool.isFailing && this.unusable.size < Math.max(1, this.capabilities.size);
  }

  warmCapabilities(): string[] {
    return this.pool.warmCapabilities;
  }

  async call(id: string, input: CallInput, options: CallOptions = {}): Promise<CallResult> {
    const capability = this.find(id);
    const call = this.begin(capability, options);
    try {
      return await tracedCall(id, () => this.answer(call, input));
    } finally {
      for (const end of call.ends) end();
    }
  }

  async infer({ model, body, headLength, ...memory }: InferenceCall, options: CallOptions = {}): Promise<InferenceResult> {
    const call = this.begin({}, options);
    const isOwn = call.own?.models.some(({ name }) => name === model);
    const id = isOwn ? PROJECT_INFERENCE : inferenceId(model);
    this.refuseUnusable(id);
    const media = { field: 'body', bytes: body };
    const input = { ...memory, media, fields: { head_length: headLength, ...(isOwn && { model }) } };
    return tracedCall(id, async () => {
      const runsModelOf = isOwn ? projectOf(options) : undefined;
      const answer = await this.dispatcher.run({ ...call, capability: { id }, runsModelOf }, input, 'tensors');
      const { body: bytes, headLength: head, outputs, model: identity } = answer;
      return { body: bytes, headLength: head, outputs, timings: { ...call.timings, ...answer.timings }, models: [identity] };
    });
  }

  async preview(media: UploadedMedia, side: number, options: CallOptions = {}): Promise<Preview> {
    this.refuseUnusable(PREVIEW_ID);
    const { time, timings } = this.begin({}, options);
    const call = { capability: { id: PREVIEW_ID }, time, options, timings };
    const answer = await this.dispatcher.run(call, previewInput(media, side), 'preview');
    return { jpeg: answer.jpeg, size: answer.size };
  }

  private async answer(call: Call, input: CallInput): Promise<CallResult> {
    let answer = await this.attempt(call, input);
    if (answer.kind === 'fetch') answer = await this.attempt(call, await this.fetched(call, input, answer));
    if (answer.kind === 'fetch') throw new Error('fetched media cannot be a URL');
    if (answer.kind === 'postpone')
      throw new PostponedCall({ fields: answer.values, media: { field: answer.field, file: answer.file } });
    const { share = NOBODYS_SHARE } = call.options;
    const output = await completed(call.capability, answer, {
      search: (query) => this.search(call, query),
      turn: () => threadTurns.pass(share),
    });
    return {
      output: timed(output, call.time.start),
      isLarge: knownJsonSize(output) > LARGE_OUTPUT,
      timings: { ...call.timings, ...answer.timings },
      models: answer.models,
      annotated: answer.annotated,
      rowFiles: answer.rowFiles,
    };
  }

  check(id: string, input: CallInput): void {
    const capability = this.find(id);
    if (!input.json || input.json.length <= CHECKED_BODY) checkCall(capability, input, this.options.limits);
  }

  checkRoom(id: string, share?: Share): void {
    this.dispatcher.checkRoom(this.begin(this.find(id), { share }), 0);
  }

  async reloadModels(registry: ModelRegistry): Promise<string[]> {
    const problems = await this.pool.reloadModels(registry);
    for (const reason of problems) this.options.report?.({ reason });
    return problems;
  }

  stats(): HostStats {
    const { size: queued, bytes: queuedBytes } = this.dispatcher.queue;
    return { workers: this.options.workers, busy: this.pool.busyCount, queued, queuedBytes, restarts: this.pool.restarts };
  }

  /** Refuses new and waiting calls, lets those under way end within their time limit, then ends the workers. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.dispatcher.drain();
    await this.pool.close();
  }

  private begin<C extends Pick<CapabilityDefinition, 'long'>>(capability: C, options: CallOptions): Call<C> {
    const limitMs = capability.long ? (this.options.longCallTimeoutMs ?? 1_800_000) : this.options.callTimeoutMs;
    const time = new CallTime(options.timeoutMs ?? limitMs, options.patient ?? false);
    const projectId = projectOf(options);
    const own = projectId === undefined ? undefined : this.options.modelsOf?.(projectId);
    return { capability, time, options, timings: { queue: 0 }, own: own && forCall(own), ends: [] };
  }

  find(id: string): CapabilityDefinition {
    this.refuseUnusable(id);
    const capability = this.capabilities.get(id);
    if (!capability) {
      const hint = suggest(id, [...this.capabilities.keys()]);
      throw new PerceptError('NOT_FOUND', `The capability '${id}' does not exist.${hint}`);
    }
    checkOptIn(capability, this.options.optedIn);
    return capability;
  }

  private refuseUnusable(id: string): void {
    if (this.closed) throw new PerceptError('OVERLOADED', 'Percept is shutting down.', { retryAfterS: 5 });
    if (this.unusable.has(id)) throw new PerceptError('INTERNAL', `${id} could not be set up. The log says why.`);
  }

  private async search({ options }: Call, query: CollectionQuery): Promise<CollectedMatch[]> {
    const projectId = projectOf(options);
    if (!this.options.search || projectId === undefined) throw noCollections();
    return this.options.search(projectId, query);
  }

  /** Checks small inputs before queueing, fetches a URL if there is one, and runs the rest in a worker. */
  private async attempt(call: Call, input: CallInput): Promise<Answer | Extract<RunAnswer, { kind: 'fetch' }>> {
    let fetched = input;
    // Assumed for a large body, which is not read here and may name one of the project's models.
    if (call.own?.models.length) call.runsModelOf = projectOf(call.options);
    if (!input.json || input.json.length <= SMALL_BODY) {
      const { media, fields, params } = checkCall(call.capability, input, this.options.limits);
      if (!namesOwn(params, call.own)) call.runsModelOf = undefined;
      if (media?.kind === 'url') fetched = await this.fetched(call, input, { ...media, values: asWritten(fields) });
    }
    return this.dispatcher.run(call, fetched, 'answer', 'postpone', 'fetch');
  }

  private async fetched(
    call: Call,
    input: CallInput,
    { field, url, values }: Pick<Extract<MediaSource, { kind: 'url' }>, 'field' | 'url'> & { values: Record<string, unknown> },
  ): Promise<CallInput> {
    const start = performance.now();
    const bytes = await this.dispatcher.whileHolding(call, (signal) => this.fetch(url, field, { call, signal }));
    call.timings.fetch = performance.now() - start;
    const fields = Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));
    const { allowPaths, annotate, liveSeconds } = input;
    return { fields, media: { field, bytes }, allowPaths, annotate, liveSeconds };
  }

  private fetch(url: string, field: string, { call, signal }: { call: Call; signal: AbortSignal }): Promise<Uint8Array> {
    const { share, projectId = share?.project, mayFollow, signal: gone } = call.options;
    const either = gone ? AbortSignal.any([signal, gone]) : signal;
    const onEnd = (release: () => void): void => void call.ends.push(release);
    if (this.options.fetchMedia)
      return this.options.fetchMedia(url, { field, signal: either, share, projectId, mayFollow, onEnd });
    const reason = 'This Percept does not fetch URLs. Send the bytes instead.';
    throw new PerceptError('MEDIA_FETCH_FAILED', `Cannot use '${field}': ${reason}`, { details: { field, reason } });
  }

  private leaveOut(capability: string, reason: string): void {
    if (this.unusable.has(capability)) return;
    this.unusable.set(capability, reason);
    this.rejected.push({ source: capability, reason });
    this.options.report?.({ capability, reason: `cannot be set up and is left out: ${reason}` });
  }
}

const projectOf = ({ projectId, share }: CallOptions): string | undefined => projectId ?? share?.project;

function namesOwn(params: object, own: ModelSet | undefined): boolean {
  const names = new Set(own?.models.map(({ name }) => name));
  return names.size > 0 && Object.values(params).some((value) => names.has(value as string));
}

/** Traces a call as a span, with a child span for each stage: waiting, fetching, decoding, inference, … */
function tracedCall<R extends Pick<CallResult, 'timings' | 'models'>>(id: string, work: () => Promise<R>): Promise<R> {
  return traced(id, { attributes: { 'percept.capability': id } }, async (span) => {
    const result = await work();
    if (!span) return result;
    const { timings, models } = result;
    span.set({ 'percept.models': models.map(({ name, version }) => `${name}/${version}`).join(', ') });
    activeTracer()?.stages(
      span,
      Object.entries(timings).map(([name, ms]) => ({ name, ms })),
    );
    return result;
  });
}

/** Loads the plugins and starts the workers. Calls are accepted at once and wait for the first warm worker. */
export function startHost(options: HostOptions): PluginHost {
  return new ThreadedHost(options);
}
