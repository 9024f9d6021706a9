import { PerceptError } from '../../../kernel';
import { traced, type Span } from '../../../kernel/telemetry';
import { isDatabaseError } from '../../../durable/database';
import type { Job, JobContext } from '../../../durable/queue';
import { ExpressionError } from '../../../expressions';
import { ENDED, type RunEntity, type RunResponse } from '../entities';
import { claimRun, findRun, leaveRun, updateRun } from '../run.repository';
import { lockRun } from '../entities/shard.repository';
import { Coordination } from './coordination';
import { endRun, type RunEnd } from './end-run';
import { Execution } from './execution';
import { LostClaim, RunClaim } from '../context/run-claim';
import type { OpenRuns } from './open-runs';
import type { LocalRun, RunServices } from '../context/run-context';
import { RunFailed } from '../context/run-failed';
import { RunCancelled } from '../context/stoppable';

class Closing extends Error {}

/** Handles the jobs of runs: claims a run, coordinates it from where it stopped, and ends it. */
export class RunWorker {
  private readonly coordinated = new Map<string, Coordination>();

  constructor(
    private readonly services: RunServices,
    private readonly runs: OpenRuns,
  ) {}

  /** Stops the run at once where this process executes it. */
  cancel(runId: string): void {
    this.coordinated.get(runId)?.stop(new RunCancelled());
  }

  async work(job: Job, lease: JobContext): Promise<void> {
    const row = await this.claim(job, lease);
    if (!row) return;
    const attributes = { 'percept.run_id': row.id, 'percept.pipeline': row.pipeline };
    await traced(`run ${row.pipeline}`, { parent: row.traceparent, kind: 'consumer', attributes }, async (span) => {
      if (span) await this.joinTrace(row, span);
      await this.execute(row, job, lease);
    });
  }

  /** The spans of its items, in any process, are within the span that coordinates the run. */
  private async joinTrace(row: RunEntity, { traceparent }: Span): Promise<void> {
    row.traceparent = traceparent;
    await this.services.store.transaction((tx) => updateRun(tx.manager, row.id, { traceparent }));
  }

  private async execute(row: RunEntity, job: Job, lease: JobContext): Promise<void> {
    try {
      const outputs = await this.runs.use(row, (run) => this.coordinate(run, job, lease));
      const { failed } = (await findRun(this.services.store.reader, job.ref))!;
      await this.end(job, lease, { status: failed > 0 ? 'partial' : 'succeeded', outputs });
    } catch (error) {
      await this.endAfter(error, job, lease);
    }
  }

  private async coordinate(run: LocalRun, job: Job, lease: JobContext): Promise<RunResponse['outputs']> {
    const coordination = new Coordination(run, new RunClaim(run.id, job.token), lease);
    this.coordinated.set(run.id, coordination);
    const unwatch = this.watch(coordination, lease.signal);
    try {
      return await new Execution(coordination).run();
    } finally {
      unwatch();
      this.coordinated.delete(run.id);
    }
  }

  /** Claims the run for this process; undefined if there is nothing to do. */
  private claim(job: Job, lease: JobContext): Promise<RunEntity | undefined> {
    const { store, events, clock, jobs } = this.services;
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

  /** Stops the work when the process closes or somebody cancels the run. @returns a function that ends the watching. */
  private watch(coordination: Coordination, closing: AbortSignal): () => void {
    const close = () => coordination.stop(new Closing());
    if (closing.aborted) close();
    closing.addEventListener('abort', close);
    const unwatch = this.services.watch.watch({
      runId: coordination.run.id,
      onCancelled: () => coordination.stop(new RunCancelled()),
    });
    return () => {
      unwatch();
      closing.removeEventListener('abort', close);
    };
  }

  private async endAfter(error: unknown, job: Job, lease: JobContext): Promise<void> {
    if (error instanceof LostClaim) return;
    if (error instanceof Closing) return this.leave(job);
    if (isDatabaseError(error)) {
      await this.leave(job);
      throw error;
    }
    if (error instanceof RunCancelled) return this.end(job, lease, { status: 'cancelled' });
    const isOfRun = error instanceof RunFailed || error instanceof PerceptError || error instanceof ExpressionError;
    // Any other error is not the run's fault: the queue logs it and another attempt follows.
    if (!isOfRun) throw error;
    await this.end(job, lease, { status: 'failed', error: error.message });
  }

  private async end(job: Job, lease: JobContext, end: RunEnd): Promise<void> {
    const { store, events, clock, jobs } = this.services;
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

  /** Leaves the run to the next process. The queue hands the job out again when this returns. */
  private async leave(job: Job): Promise<void> {
    await this.services.store.transaction((tx) => leaveRun(tx.manager, job.ref, job.token));
  }
}
