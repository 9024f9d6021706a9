import {
  PerceptError,
  type CallResult,
  type Events,
  type Job,
  type JobContext,
  type QueueWorker,
  type PluginHost,
  type Progress,
  type Queue,
  type Store,
} from '@percept/core';
import { IsNull } from 'typeorm';
import { AnalysisEntity } from './analysis.entity';
import type { SentBytes } from './uploaded-media';

/** So many claims of which none came to an end: it takes the process down. */
const MAX_ATTEMPTS = 3;
const OVERLOAD_WAIT_MS = 1_000;
/** How often a call under way is looked after. */
const POLL_INTERVAL_MS = 400;

export interface AnalysisWorkerParts {
  store: Store;
  queue: Queue;
  events: Events;
  host: PluginHost;
  bytes: SentBytes;
  /** Told of what has ended: for the usage report and the plan. */
  ended: (analysis: AnalysisEntity, status: number, durationMs: number) => Promise<void>;
}

type Outcome = { result: CallResult } | { error: PerceptError };

/** Does the analyses that nobody waits for. A killed process leaves them to the next. */
export class AnalysisWorker {
  private queueWorker: QueueWorker | undefined;

  constructor(private readonly parts: AnalysisWorkerParts) {}

  start(): void {
    const { queue, host, bytes } = this.parts;
    // As many as keep every worker busy.
    const concurrency = host.stats().workers + 1;
    const limits = { concurrency, groupConcurrency: Infinity, owner: bytes.owner };
    const options = { queue: 'analyses', ...limits, crashLimit: MAX_ATTEMPTS + 2 } as const;
    this.queueWorker = queue.work(options, (job, context) => this.work(job, context));
  }

  async close(): Promise<void> {
    await this.queueWorker?.close();
  }

  private async work(job: Job, context: JobContext): Promise<void> {
    const { store, bytes } = this.parts;
    const row = await store.reader.findOneBy(AnalysisEntity, { id: job.ref });
    if (!row || row.ended_at !== null) return void (await store.transaction((tx) => context.finish(tx)));
    const running = { id: row.id, ended_at: IsNull() };
    await store.transaction((tx) => tx.manager.update(AnalysisEntity, running, { status: 'running' }));
    const started = performance.now();
    const cancelled = new AbortController();
    const outcome = await this.outcomeOf(row, job, AbortSignal.any([context.signal, cancelled.signal]), cancelled);
    if (context.signal.aborted) return;
    if (cancelled.signal.aborted) {
      await store.transaction((tx) => context.finish(tx));
      return bytes.drop(row.id);
    }
    if ('error' in outcome && outcome.error.code === 'OVERLOADED')
      return void (await store.transaction((tx) => context.postpone(tx, Date.now() + OVERLOAD_WAIT_MS)));
    if (!(await this.end(row, outcome, context))) return;
    await bytes.drop(row.id);
    await this.parts.ended(row, 'error' in outcome ? outcome.error.status : 200, performance.now() - started);
  }

  private async outcomeOf(row: AnalysisEntity, job: Job, signal: AbortSignal, cancelled: AbortController): Promise<Outcome> {
    if (job.attempts > MAX_ATTEMPTS)
      return { error: new PerceptError('INTERNAL', `It ended the process ${MAX_ATTEMPTS} times and is given up.`) };
    const following = this.follow(row.id, cancelled);
    try {
      const input = await this.parts.bytes.read(row.id, row.input);
      const { onProgress } = following;
      return { result: await this.parts.host.call(row.capability, input, { patient: true, signal, onProgress }) };
    } catch (error) {
      if (error instanceof PerceptError) return { error };
      const lost = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const reason = lost ? 'What was sent is no longer in the data folder.' : 'Something went wrong on our side.';
      return { error: new PerceptError('INTERNAL', reason, { cause: error }) };
    } finally {
      following.end();
    }
  }

  /** Keeps the row's progress, and stops the call where somebody has cancelled it, in whatever process. */
  private follow(id: string, cancelled: AbortController) {
    const { store } = this.parts;
    let latest: Progress | undefined;
    let told: Progress | undefined;
    const look = async (): Promise<void> => {
      const progress = latest;
      const under = { id, ended_at: IsNull() };
      if (progress !== told) {
        told = progress;
        await store.transaction((tx) => tx.manager.update(AnalysisEntity, under, { progress }));
      }
      if (!(await store.reader.existsBy(AnalysisEntity, under)))
        cancelled.abort(new PerceptError('CONFLICT', 'It was cancelled.'));
    };
    const timer = setInterval(() => void look().catch(() => undefined), POLL_INTERVAL_MS);
    return { onProgress: (progress: Progress) => void (latest = progress), end: () => clearInterval(timer) };
  }

  /** False where another process has taken it over. */
  private end(row: AnalysisEntity, outcome: Outcome, context: JobContext): Promise<boolean> {
    const { store, events } = this.parts;
    const about = { capability: row.capability, source: 'analysis', analysis_id: row.id, request_id: row.request_id };
    return store.transaction(async (tx) => {
      if (!(await context.finish(tx))) return false;
      // Cancelled at the last moment: so it stays.
      if (!(await tx.manager.existsBy(AnalysisEntity, { id: row.id, ended_at: IsNull() }))) return true;
      const ended_at = Date.now();
      if ('error' in outcome) {
        const error = outcome.error.toRecord();
        await tx.manager.update(AnalysisEntity, row.id, { status: 'failed', ended_at, error } as object);
        await events.emit(tx, 'prediction.failed', { ...about, error });
      } else {
        const { output: result, models } = outcome.result;
        await tx.manager.update(AnalysisEntity, row.id, { status: 'succeeded', ended_at, result } as object);
        await events.emit(tx, 'prediction.completed', { ...about, models, result });
      }
      return true;
    });
  }
}
