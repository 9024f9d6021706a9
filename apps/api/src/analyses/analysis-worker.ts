import {
  PerceptError,
  type CallResult,
  type Events,
  type Job,
  type JobContext,
  type LaneWorker,
  type PluginHost,
  type Queue,
  type Store,
} from '@percept/core';
import { Analysis } from './analysis.entity';
import type { SentBytes } from './sent-bytes';

/** So many claims of which none came to an end: it takes the process down. */
const MOST_ATTEMPTS = 3;
const OVERLOAD_WAIT_MS = 1_000;

export interface AnalysisWorkerParts {
  store: Store;
  queue: Queue;
  events: Events;
  host: PluginHost;
  bytes: SentBytes;
  /** Told of what has ended: for the usage report and the plan. */
  ended: (analysis: Analysis, status: number, durationMs: number) => Promise<void>;
}

type Outcome = { result: CallResult } | { error: PerceptError };

/** Does the analyses that nobody waits for. A killed process leaves them to the next. */
export class AnalysisWorker {
  private lane: LaneWorker | undefined;

  constructor(private readonly parts: AnalysisWorkerParts) {}

  start(): void {
    const { queue, host, bytes } = this.parts;
    // As many as keep every worker busy.
    const concurrency = host.stats().workers + 1;
    const options = { lane: 'analyses', concurrency, owner: bytes.owner, crashLimit: MOST_ATTEMPTS + 2 } as const;
    this.lane = queue.work(options, (job, context) => this.work(job, context));
  }

  async close(): Promise<void> {
    await this.lane?.close();
  }

  private async work(job: Job, context: JobContext): Promise<void> {
    const { store, bytes } = this.parts;
    const row = await store.reader.findOneBy(Analysis, { id: job.ref });
    if (!row || row.ended_at !== null) return void (await store.transaction((tx) => context.finish(tx)));
    await store.transaction((tx) => tx.manager.update(Analysis, row.id, { status: 'running' }));
    const started = performance.now();
    const outcome = await this.outcomeOf(row, job, context);
    if (context.signal.aborted) return;
    if ('error' in outcome && outcome.error.code === 'OVERLOADED')
      return void (await store.transaction((tx) => context.postpone(tx, Date.now() + OVERLOAD_WAIT_MS)));
    if (!(await this.end(row, outcome, context))) return;
    await bytes.drop(row.id);
    await this.parts.ended(row, 'error' in outcome ? outcome.error.status : 200, performance.now() - started);
  }

  private async outcomeOf(row: Analysis, job: Job, { signal }: JobContext): Promise<Outcome> {
    if (job.attempts > MOST_ATTEMPTS)
      return { error: new PerceptError('INTERNAL', `It ended the process ${MOST_ATTEMPTS} times and is given up.`) };
    try {
      const input = await this.parts.bytes.read(row.id, row.input);
      return { result: await this.parts.host.call(row.capability, input, { patient: true, signal }) };
    } catch (error) {
      if (error instanceof PerceptError) return { error };
      const lost = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const reason = lost ? 'What was sent is no longer in the data folder.' : 'Something went wrong on our side.';
      return { error: new PerceptError('INTERNAL', reason, { cause: error }) };
    }
  }

  /** False where another process has taken it over. */
  private end(row: Analysis, outcome: Outcome, context: JobContext): Promise<boolean> {
    const { store, events } = this.parts;
    const about = { capability: row.capability, source: 'analysis', analysis_id: row.id, request_id: row.request_id };
    return store.transaction(async (tx) => {
      if (!(await context.finish(tx))) return false;
      const ended_at = Date.now();
      if ('error' in outcome) {
        const error = outcome.error.toRecord();
        await tx.manager.update(Analysis, row.id, { status: 'failed', ended_at, error } as object);
        await events.emit(tx, 'prediction.failed', { ...about, error });
      } else {
        const { output: result, models } = outcome.result;
        await tx.manager.update(Analysis, row.id, { status: 'succeeded', ended_at, result } as object);
        await events.emit(tx, 'prediction.completed', { ...about, models, result });
      }
      return true;
    });
  }
}
