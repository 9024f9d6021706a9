import { Injectable } from '@nestjs/common';
import { Events, PluginHost, Queue, Store, traced, type CallResult, type Job, type JobContext } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Progress } from '@percept/sdk';
import { AnalysisBilling } from './analysis-billing';
import { keepRows } from './analysis-rows';
import type { AnalysisEntity } from './analysis.entity';
import { findAnalysis, isAnalysisOpen, updateOpenAnalysis } from './analysis.repository';
import { FollowedAnalysis } from './followed-analysis';
import { KeptMedia } from './uploaded-media';

/** An analysis that was claimed this often and never ended probably crashes the process. */
const MAX_ATTEMPTS = 3;
const OVERLOAD_WAIT_MS = 1_000;
/** Lists of a result that are longer than this are stored separately, so that no very large result is in memory as a whole. */
const LIST_CHARACTERS = 2 * 1024 * 1024;

type Outcome = { result: CallResult; rowCounts: Record<string, number> | null } | { error: PerceptError };

/** Executes accepted analyses from the queue. If a process is killed, another executes its analyses. */
@Injectable()
export class AnalysisWorker {
  private queueWorker: ReturnType<Queue['work']> | undefined;

  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly store: Store,
    private readonly queue: Queue,
    private readonly events: Events,
    private readonly host: PluginHost,
    private readonly uploads: KeptMedia,
    private readonly billing: AnalysisBilling,
  ) {}

  start(): void {
    const { queue, host, uploads } = this;
    // Keeps every worker thread busy.
    const concurrency = host.stats().workers + 1;
    const limits = { concurrency, groupConcurrency: Infinity, owner: uploads.owner };
    const options = { queue: 'analyses', ...limits, crashLimit: MAX_ATTEMPTS + 2 } as const;
    this.queueWorker = queue.work(options, (job, context) => this.work(job, context));
  }

  async close(): Promise<void> {
    await this.queueWorker?.close();
  }

  private async work(job: Job, context: JobContext): Promise<void> {
    const { store, uploads } = this;
    const row = await findAnalysis(store.reader, job.ref);
    if (!row || row.ended_at !== null) {
      // The analysis was cancelled, perhaps by a process that does not have its bytes.
      await store.transaction((tx) => context.finish(tx));
      return uploads.drop(job.ref);
    }
    const attributes = { 'percept.analysis_id': row.id, 'percept.request_id': row.request_id };
    const how = { parent: row.traceparent, kind: 'consumer', attributes } as const;
    await traced(`analysis ${row.capability}`, how, () => this.analyze(row, job, context));
  }

  private async analyze(row: AnalysisEntity, job: Job, context: JobContext): Promise<void> {
    const { store, uploads } = this;
    await store.transaction((tx) => updateOpenAnalysis(tx.manager, row.id, { status: 'running' }));
    const started = performance.now();
    const followed = new FollowedAnalysis(row, store, this.billing.framesOf(row));
    const { frames } = followed;
    const outcome = await this.outcomeOf(row, job, AbortSignal.any([context.signal, followed.signal]), followed);
    // The process that takes over counts the frames again.
    if (context.signal.aborted) return frames.refund(0);
    if (followed.wasCancelled) {
      await store.transaction((tx) => context.finish(tx));
      await frames.refund();
      return uploads.drop(row.id);
    }
    if ('error' in outcome && outcome.error.code === 'OVERLOADED') {
      await frames.refund(0);
      return void (await store.transaction((tx) => context.postpone(tx, Date.now() + OVERLOAD_WAIT_MS)));
    }
    if (!(await this.end(row, outcome, followed.done, context))) return;
    await uploads.drop(row.id);
    const work = { frames, durationMs: performance.now() - started };
    await this.billing.settle(row, 'error' in outcome ? outcome.error.status : 200, work);
  }

  private async outcomeOf(row: AnalysisEntity, job: Job, signal: AbortSignal, followed: FollowedAnalysis): Promise<Outcome> {
    const { store, uploads } = this;
    try {
      if (job.attempts > MAX_ATTEMPTS)
        throw new PerceptError('INTERNAL', `It ended the process ${MAX_ATTEMPTS} times and is given up.`);
      const input = await uploads.read(row.id, row.input);
      const share = { project: row.project_id, key: row.key_id ?? '' };
      const { onProgress, frames } = followed;
      const rows = { rowsTo: uploads.rowsPlace(row.id), listCharacters: LIST_CHARACTERS };
      const options = { patient: true, signal, onProgress, share } as const;
      const result = await this.host.call(row.capability, { ...input, ...rows }, options);
      await frames.settled();
      const { rowFiles = {} } = result;
      const rowCounts = Object.keys(rowFiles).length > 0 ? await keepRows(store, row.id, rowFiles) : null;
      return { result, rowCounts };
    } catch (thrown) {
      const refused: unknown = followed.frames.signal.reason;
      const error = refused ?? thrown;
      if (error instanceof PerceptError) return { error };
      const lost = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const reason = lost ? 'What was sent is no longer in the data folder.' : 'Something went wrong on our side.';
      return { error: new PerceptError('INTERNAL', reason, { cause: error }) };
    } finally {
      await followed.end();
    }
  }

  /** @returns false if another process has taken the analysis over. */
  private end(row: AnalysisEntity, outcome: Outcome, progress: Progress | null, context: JobContext): Promise<boolean> {
    const { store, events } = this;
    const about = { capability: row.capability, source: 'analysis', analysis_id: row.id, request_id: row.request_id };
    return store.transaction(async (tx) => {
      if (!(await context.finish(tx))) return false;
      // A cancellation at the last moment stands.
      if (!(await isAnalysisOpen(tx.manager, row.id))) return true;
      const ended_at = Date.now();
      if ('error' in outcome) {
        const error = outcome.error.toRecord();
        await updateOpenAnalysis(tx.manager, row.id, { status: 'failed', ended_at, error });
        await events.emit(tx, row.project_id, 'prediction.failed', { ...about, error });
      } else {
        const { output: result, models } = outcome.result;
        const { rowCounts: row_counts } = outcome;
        await updateOpenAnalysis(tx.manager, row.id, { status: 'succeeded', ended_at, result, row_counts, progress });
        const part = this.host.capabilities.get(row.capability)?.told?.(result);
        const told = row_counts && !part ? { result_url: `/v2/analyses/${row.id}` } : { result: part ?? result };
        await events.emit(tx, row.project_id, 'prediction.completed', { ...about, models, ...told });
      }
      return true;
    });
  }
}
