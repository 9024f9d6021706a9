import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { FailedError, PerceptError } from './errors.js';
import { pause, retrying, type RetryOptions } from './retry.js';
import type { components, paths } from './schema.js';
import type { AnalysisPath, EntryOf, InputOf, PagedPath, ParametersOf, ResultOf } from './types.js';

export type Analysis = components['schemas']['AnalysisResponse'];
export type AcceptedAnalysis = components['schemas']['AcceptedAnalysisResponse'];
export type Upload = components['schemas']['UploadResponse'];
export type Run = components['schemas']['RunDetailResponse'];

export interface PerceptOptions extends RetryOptions {
  /** Where the service is: `http://127.0.0.1:3000` by default. */
  url?: string;
  /** An API key: `percept keys create --name NAME`. */
  key?: string;
}

export interface WaitOptions {
  /** Gives up waiting; what is waited for goes on. */
  signal?: AbortSignal;
  /** Called with each state that was seen. */
  onState?: (state: Analysis | Run) => void;
}

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [100, 5_000];
const GOING_ON = ['queued', 'running'];

/** A Percept service. `api` has every operation of its OpenAPI document; the methods do what takes several of them. */
export class Percept {
  /** Typed by paths: `await percept.api.GET('/v2/pipelines')`. Errors are thrown as `PerceptError`. */
  readonly api: Client<paths>;
  private readonly sleep: NonNullable<RetryOptions['sleep']>;

  constructor({ url = 'http://127.0.0.1:3000', key, ...options }: PerceptOptions = {}) {
    this.api = createClient<paths>({ baseUrl: url, fetch: retrying(options) });
    this.api.use(sending(key));
    this.sleep = options.sleep ?? pause;
  }

  /** Analyses an image, a video, a text or a series, and waits for the answer. @throws PerceptError, FailedError. */
  async analyze<P extends AnalysisPath>(path: P, input: InputOf<P>, wait: WaitOptions = {}): Promise<ResultOf<P>> {
    const answer = await this.post(path, input, wait.signal);
    // A long video is accepted instead of answered.
    return isAccepted(answer) ? this.waitForAnalysis<P>(answer, wait) : (answer as ResultOf<P>);
  }

  /** Has the same done later. Pass the answer, or its `id`, to `waitForAnalysis`. @throws PerceptError. */
  async analyzeLater<P extends AnalysisPath>(path: P, input: InputOf<P>): Promise<AcceptedAnalysis> {
    return (await this.post(`${path}/async`, input)) as AcceptedAnalysis;
  }

  /** Waits for an analysis and returns its result. @throws FailedError if it failed or was cancelled. */
  async waitForAnalysis<P extends AnalysisPath>(accepted: { id: string }, wait: WaitOptions = {}): Promise<ResultOf<P>> {
    const { id } = accepted;
    const ended = await this.wait(
      async () => (await this.api.GET('/v2/analyses/{id}', { params: { path: { id } }, signal: wait.signal })).data!,
      wait,
    );
    if (ended.status === 'succeeded') return ended.result as ResultOf<P>;
    throw new FailedError(`The analysis ${id} is ${ended.status}: ${ended.error?.message ?? 'without a reason'}`, ended);
  }

  /** Keeps an image or a video for several calls: its `id` is an `image_url` or a `video_url`. @param expiresIn seconds. @throws PerceptError. */
  async upload(file: Blob, { expiresIn }: { expiresIn?: number } = {}): Promise<Upload> {
    return (await this.post('/v2/uploads', { expires_in: expiresIn, file })) as Upload;
  }

  /** Starts a run of a pipeline. @throws PerceptError. */
  async startRun(pipeline: string, inputs: Record<string, unknown> = {}): Promise<Run> {
    return (await this.api.POST('/v2/pipelines/{name}/runs', { params: { path: { name: pipeline } }, body: { inputs } })).data!;
  }

  /** Waits until a run has ended. Failed items are in its counts. @throws FailedError if the run itself failed or was cancelled. */
  async waitForRun({ id }: { id: string }, wait: WaitOptions = {}): Promise<Run> {
    const ended = await this.wait(
      async () => (await this.api.GET('/v2/runs/{id}', { params: { path: { id } }, signal: wait.signal })).data!,
      wait,
    );
    if (ended.status !== 'failed' && ended.status !== 'cancelled') return ended;
    throw new FailedError(`The run ${id} is ${ended.status}: ${ended.error ?? 'without a reason'}`, ended);
  }

  /** Every entry of a list that comes in pages: `for await (const run of percept.each('/v2/runs'))`. @throws PerceptError. */
  async *each<P extends PagedPath>(
    path: P,
    parameters: Partial<ParametersOf<P>> = {},
  ): AsyncGenerator<EntryOf<P>, void, undefined> {
    const { query = {}, ...others } = parameters as { query?: object };
    const get = this.api.GET as (path: string, init: object) => Promise<{ data?: Record<string, unknown> }>;
    for (let cursor: unknown; cursor !== null;) {
      const { data = {} } = await get(path, { params: { ...others, query: { ...query, ...(cursor ? { cursor } : {}) } } });
      const entries = Object.values(data).find((value): value is EntryOf<P>[] => Array.isArray(value)) ?? [];
      yield* entries;
      cursor = data['next_cursor'] ?? null;
    }
  }

  private async post(path: string, input: object, signal?: AbortSignal): Promise<unknown> {
    const hasFile = Object.values(input).some((value) => value instanceof Blob);
    const post = this.api.POST as (path: string, init: object) => Promise<{ data?: unknown }>;
    return (await post(path, { body: input, signal, ...(hasFile && { bodySerializer: formOf }) })).data;
  }

  private async wait<T extends Analysis | Run>(look: () => Promise<T>, { signal, onState }: WaitOptions): Promise<T> {
    for (let ms = FIRST_WAIT_MS; ; ms = Math.min(ms * 1.5, LONGEST_WAIT_MS)) {
      const state = await look();
      onState?.(state);
      if (!GOING_ON.includes(state.status)) return state;
      await this.sleep(ms, signal);
    }
  }
}

/** The file goes last: the service can check the other parameters first. */
function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData();
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of entries.sort(([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob))) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : name);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

const isAccepted = (answer: unknown): answer is AcceptedAnalysis =>
  typeof answer === 'object' && answer !== null && 'status_url' in answer;

/** Every request carries the key, and what makes something a key that lets it happen once, even if it is sent again. */
const sending = (key: string | undefined): Middleware => ({
  onRequest({ request }) {
    if (key) request.headers.set('authorization', `Bearer ${key}`);
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await PerceptError.of(response);
  },
});
