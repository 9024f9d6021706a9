import { PerceptError } from '../../../kernel';
import { isDatabaseError } from '../../../durable/database';
import type { Job, JobContext } from '../../../durable/queue';
import { ExpressionError } from '../../../expressions';
import { parsePipeline, type Catalogue } from '../../language';
import { ENDED, type RunEntity } from '../entities';
import { claimRun, findRun, leaveRun } from '../run.repository';
import { lockRun } from '../shards/shard.repository';
import { Coordination } from './coordination';
import { endRun, type RunEnd } from '../lifecycle/end-run';
import { Execution } from './execution';
import { LostClaim, RunClaim } from './run-claim';
import { RunContext, type RunServices } from './run-context';
import { RunFailed } from './run-failed';

class Cancelled extends Error {}
class Closing extends Error {}

export interface RunWorkerOptions extends RunServices {
  catalogue: Catalogue;
}

/** Works the jobs of runs: claims a run, coordinates it from where it stopped, and ends it. */
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
    const context = await RunContext.open(this.options, { row, plan, own: this.options.own === row.id });
    const claim = new RunClaim(row.id, job.token);
    const execution = new Execution(new Coordination(context, claim, (resting) => lease.rest(resting)));
    this.executing.set(row.id, execution);
    const stopWatching = this.watch(row.id, execution, lease.signal);
    try {
      await this.execute(execution, job, lease);
    } finally {
      stopWatching();
      this.executing.delete(row.id);
    }
  }

  /** Claims the run for this process; undefined if there is nothing to do. */
  private claim(job: Job, lease: JobContext): Promise<RunEntity | undefined> {
    const { store, events, clock, jobs } = this.options;
    return store.transaction(async (tx) => {
      await lockRun(tx, job.ref);
      const row = await findRun(tx.manager, job.ref);
      const isOver = !row || ENDED.includes(row.status);
      if (isOver || row.cancel_requested_at !== null) {
        if (!isOver) await endRun(tx, row, { status: 'cancelled' }, { events, clock, jobs });
        await lease.finish(tx);
        return undefined;
      }
      return claimRun(tx.manager, row, job.token, clock.now());
    });
  }

  /** Stops the execution when the process closes or somebody cancels the run. @returns what ends the watching. */
  private watch(runId: string, execution: Execution, closing: AbortSignal): () => void {
    const close = () => execution.stop(new Closing());
    if (closing.aborted) close();
    closing.addEventListener('abort', close);
    const unwatch = this.options.watch.watch({ runId, onCancelled: () => execution.stop(new Cancelled()) });
    return () => {
      unwatch();
      closing.removeEventListener('abort', close);
    };
  }

  private async execute(execution: Execution, job: Job, lease: JobContext): Promise<void> {
    try {
      const outputs = await execution.run();
      const row = (await findRun(this.options.store.reader, job.ref))!;
      await this.end(job, lease, { status: row.failed > 0 ? 'partial' : 'succeeded', outputs });
    } catch (error) {
      await this.endAfter(error, execution, job, lease);
    }
  }

  private async endAfter(error: unknown, execution: Execution, job: Job, lease: JobContext): Promise<void> {
    if (error instanceof LostClaim) return;
    if (error instanceof Closing) return this.leave(job);
    if (isDatabaseError(error)) {
      await this.leave(job);
      throw error;
    }
    if (error instanceof Cancelled) return this.end(job, lease, { status: 'cancelled' });
    const isOfRun = error instanceof RunFailed || error instanceof PerceptError || error instanceof ExpressionError;
    // Any other error is not the run's fault: the queue logs it and another attempt follows.
    if (!isOfRun) throw error;
    await this.end(job, lease, { status: 'failed', error: error.message });
  }

  private async end(job: Job, lease: JobContext, end: RunEnd): Promise<void> {
    const { store, events, clock, jobs } = this.options;
    await store
      .transaction(async (tx) => {
        await lockRun(tx, job.ref);
        const ended = await endRun(tx, { id: job.ref, claim: job.token }, end, { events, clock, jobs });
        if (ended && !(await lease.finish(tx))) throw new LostClaim();
      })
      .catch((error: unknown) => {
        if (!(error instanceof LostClaim)) throw error;
      });
  }

  /** Leaves the run to the next process; the queue hands the job out again when this returns. */
  private async leave(job: Job): Promise<void> {
    await this.options.store.transaction((tx) => leaveRun(tx.manager, job.ref, job.token));
  }
}
