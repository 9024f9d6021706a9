import { PerceptError } from '../../../kernel';
import { isDatabaseError } from '../../../durable/database';
import type { Job, JobContext } from '../../../durable/queue';
import { ExpressionError } from '../../../expressions';
import { parsePipeline, type Catalogue } from '../../language';
import { ENDED, RunEntity } from '../entities';
import { endRun, type RunEnd } from '../lifecycle/end-run';
import { Execution } from './execution';
import { LostClaim } from './run-claim';
import { RunContext, type RunServices } from './run-context';
import { RunFailed } from './run-failed';

/** How often a run checks whether another process asked to cancel it. */
const CANCEL_POLL_MS = 300;

class Cancelled extends Error {}
class Closing extends Error {}

export interface RunWorkerOptions extends RunServices {
  catalogue: Catalogue;
  /** How long a closing process waits for the calls in flight. */
  drainMs: number;
}

/** Works the jobs of runs: claims a run, executes it from where it stopped, and ends it. */
export class RunWorker {
  private readonly executing = new Map<string, Execution>();

  constructor(private readonly options: RunWorkerOptions) {}

  /** Stops the run at once where this process executes it. */
  cancel(runId: string): void {
    this.executing.get(runId)?.stop(new Cancelled());
  }

  async work(job: Job, lease: JobContext): Promise<void> {
    const row = await this.claim(job, lease);
    if (!row) return;
    const { plan, diagnostics } = parsePipeline(row.source, row.file, this.options.catalogue);
    if (!plan) {
      const { file, line, column, message } = diagnostics[0]!;
      const error = `The pipeline no longer fits this Percept: ${file}:${line}:${column}: ${message}`;
      return this.end(job, lease, { status: 'failed', error });
    }
    const execution = new Execution(await RunContext.open(this.options, { row, plan, token: job.token }));
    this.executing.set(row.id, execution);
    const stopWatching = this.watch(row.id, execution, lease.signal);
    try {
      await this.execute(execution, job, lease);
    } finally {
      stopWatching();
      this.executing.delete(row.id);
    }
  }

  /** Claims the run for this process; undefined where there is nothing to do. */
  private claim(job: Job, lease: JobContext): Promise<RunEntity | undefined> {
    const { store, events, clock } = this.options;
    return store.transaction(async (tx) => {
      const row = await tx.manager.findOneBy(RunEntity, { id: job.ref });
      const isOver = !row || ENDED.includes(row.status);
      if (isOver || row.cancel_requested_at !== null) {
        if (!isOver) await endRun(tx, row, { status: 'cancelled' }, { events, clock });
        await lease.finish(tx);
        return undefined;
      }
      const now = clock.now();
      const claimed = {
        status: 'running',
        claim: job.token,
        started_at: row.started_at ?? now,
        resumed_at: now,
        ended_before: row.succeeded + row.failed,
        running: 0,
        // A process that leaves a run clears the claim. One that is still there crashed.
        crashes: row.claim === null ? row.crashes : row.crashes + 1,
      } as const;
      await tx.manager.update(RunEntity, { id: row.id }, claimed);
      return Object.assign(row, claimed);
    });
  }

  /** Stops the execution when the process closes or somebody cancels the run. @returns what ends the watching. */
  private watch(runId: string, execution: Execution, closing: AbortSignal): () => void {
    const close = () => execution.stop(new Closing());
    if (closing.aborted) close();
    closing.addEventListener('abort', close);
    let isPolling = false;
    const timer = setInterval(() => {
      // A query may take as long as a restart of the database.
      if (isPolling) return;
      isPolling = true;
      void this.pollCancel(runId, execution).finally(() => (isPolling = false));
    }, CANCEL_POLL_MS);
    return () => {
      clearInterval(timer);
      closing.removeEventListener('abort', close);
    };
  }

  private async pollCancel(runId: string, execution: Execution): Promise<void> {
    const query = { where: { id: runId }, select: { id: true, cancel_requested_at: true } } as const;
    // If the database does not answer, writing the results fails too and ends the run in this process.
    const row = await this.options.store.reader.findOne(RunEntity, query).catch(() => undefined);
    if (row?.cancel_requested_at) execution.stop(new Cancelled());
  }

  private async execute(execution: Execution, job: Job, lease: JobContext): Promise<void> {
    try {
      const outputs = await execution.run();
      const row = await this.options.store.reader.findOneByOrFail(RunEntity, { id: job.ref });
      await this.end(job, lease, { status: row.failed > 0 ? 'partial' : 'succeeded', outputs });
    } catch (error) {
      await this.endAfter(error, execution, job, lease);
    }
  }

  private async endAfter(error: unknown, execution: Execution, job: Job, lease: JobContext): Promise<void> {
    if (error instanceof LostClaim) return;
    if (error instanceof Closing) return this.leave(execution, job);
    if (isDatabaseError(error)) {
      await this.leave(execution, job);
      throw error;
    }
    await execution.abandon();
    if (error instanceof Cancelled) return this.end(job, lease, { status: 'cancelled' });
    const isOfRun = error instanceof RunFailed || error instanceof PerceptError || error instanceof ExpressionError;
    // Any other error is not the run's fault: the queue logs it and another attempt follows.
    if (!isOfRun) throw error;
    await this.end(job, lease, { status: 'failed', error: error.message });
  }

  private async end(job: Job, lease: JobContext, end: RunEnd): Promise<void> {
    const { store, events, clock } = this.options;
    await store
      .transaction(async (tx) => {
        const ended = await endRun(tx, { id: job.ref, claim: job.token }, end, { events, clock });
        if (ended && !(await lease.finish(tx))) throw new LostClaim();
      })
      .catch((error: unknown) => {
        if (!(error instanceof LostClaim)) throw error;
      });
  }

  /** Leaves the run to the next process; the queue hands the job out again when this returns. */
  private async leave(execution: Execution, job: Job): Promise<void> {
    // Results that cannot be written now are computed again.
    await execution.drain(this.options.drainMs).catch(() => undefined);
    await this.options.store.transaction((tx) =>
      tx.manager.update(RunEntity, { id: job.ref, claim: job.token }, { running: 0, claim: null }),
    );
  }
}
