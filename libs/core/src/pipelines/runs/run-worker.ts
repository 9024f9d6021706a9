import { ENDED } from './entities/run-views';
import { PerceptError } from '../../kernel';
import type { Job, JobContext } from '../../durable/queue';
import { isDatabaseError } from '../../durable/database';
import type { Catalogue } from '../language';
import { ExpressionError } from '../../expressions';
import { endRun, type End } from './ending';
import { Execution, type ExecutionParts } from './execution';
import { LostClaim } from './item-writer';
import { parsePipeline } from '../language';

import { RunFailed } from './run-failed';
import { RunEntity } from './entities/run.entity';

/** How often a run looks whether another process has asked to cancel it. */
const CANCEL_LOOK_MS = 300;

class Cancelled extends Error {}
class Closing extends Error {}

export interface RunWorkerParts extends ExecutionParts {
  catalogue: Catalogue;
  /** How long a closing process waits for the calls that are under way. */
  drainMs: number;
}

/** Does the jobs of the lane `runs`: takes a run up where it was, executes it and ends it. */
export class RunWorker {
  private readonly executing = new Map<string, Execution>();

  constructor(private readonly parts: RunWorkerParts) {}

  /** Ends the run at once where this process executes it. */
  cancel(runId: string): void {
    this.executing.get(runId)?.stop(new Cancelled());
  }

  async work(job: Job, context: JobContext): Promise<void> {
    const row = await this.begin(job, context);
    if (!row) return;
    const { plan, findings } = parsePipeline(row.source, row.file, this.parts.catalogue);
    if (!plan) {
      const [first] = findings;
      const error = `The pipeline no longer fits this Percept: ${first!.file}:${first!.line}:${first!.column}: ${first!.message}`;
      return this.end(job, context, { status: 'failed', error });
    }
    const execution = new Execution(this.parts, { row, plan, job });
    this.executing.set(row.id, execution);
    const close = () => execution.stop(new Closing());
    if (context.signal.aborted) close();
    context.signal.addEventListener('abort', close);
    let looking = false;
    const look = setInterval(() => {
      // A look may take as long as a restart of the database.
      if (looking) return;
      looking = true;
      void this.lookForCancel(row.id, execution).finally(() => (looking = false));
    }, CANCEL_LOOK_MS);
    try {
      await this.execute(execution, job, context);
    } finally {
      clearInterval(look);
      context.signal.removeEventListener('abort', close);
      this.executing.delete(row.id);
    }
  }

  private async execute(execution: Execution, job: Job, context: JobContext): Promise<void> {
    try {
      const outputs = await execution.run();
      const row = await this.parts.store.reader.findOneByOrFail(RunEntity, { id: job.ref });
      await this.end(job, context, { status: row.failed > 0 ? 'partial' : 'succeeded', outputs });
    } catch (error) {
      if (error instanceof LostClaim) return;
      if (error instanceof Closing) return this.leave(execution, job);
      if (isDatabaseError(error)) {
        await this.leave(execution, job);
        throw error;
      }
      await execution.abandon();
      if (error instanceof Cancelled) return this.end(job, context, { status: 'cancelled' });
      const known = error instanceof RunFailed || error instanceof PerceptError || error instanceof ExpressionError;
      // Anything else is no fault of the run: the queue logs it and hands the run out again.
      if (!known) throw error;
      await this.end(job, context, { status: 'failed', error: error.message });
    }
  }

  /** Marks the run as ours; undefined where there is nothing to do. */
  private begin(job: Job, context: JobContext): Promise<RunEntity | undefined> {
    const { store, events, clock } = this.parts;
    return store.transaction(async (tx) => {
      const row = await tx.manager.findOneBy(RunEntity, { id: job.ref });
      if (!row || ENDED.includes(row.status)) {
        await context.finish(tx);
        return undefined;
      }
      if (row.cancel_at !== null) {
        await endRun(tx, row, { status: 'cancelled' }, { events, clock });
        await context.finish(tx);
        return undefined;
      }
      const now = clock.now();
      const ended_before = row.succeeded + row.failed;
      const started_at = row.started_at ?? now;
      // Whoever leaves a run takes its claim away: one that is still there ended in the middle of its work.
      const crashes = row.claim === null ? row.crashes : row.crashes + 1;
      const ours = {
        status: 'running',
        claim: job.token,
        started_at,
        resumed_at: now,
        ended_before,
        running: 0,
        crashes,
      } as const;
      await tx.manager.update(RunEntity, { id: row.id }, ours);
      return Object.assign(row, ours);
    });
  }

  private async end(job: Job, context: JobContext, end: End): Promise<void> {
    const { store, events, clock } = this.parts;
    await store
      .transaction(async (tx) => {
        const ended = await endRun(tx, { id: job.ref, claim: job.token }, end, { events, clock });
        if (ended && !(await context.finish(tx))) throw new LostClaim();
      })
      .catch((error: unknown) => {
        if (!(error instanceof LostClaim)) throw error;
      });
  }

  /** Leaves the run to whoever takes it up next; the queue hands the job back when this returns. */
  private async leave(execution: Execution, job: Job): Promise<void> {
    // What cannot be written now is done again.
    await execution.drain(this.parts.drainMs).catch(() => undefined);
    await this.parts.store.transaction((tx) =>
      tx.manager.update(RunEntity, { id: job.ref, claim: job.token }, { running: 0, claim: null }),
    );
  }

  private async lookForCancel(runId: string, execution: Execution): Promise<void> {
    const wanted = { where: { id: runId }, select: { id: true, cancel_at: true } } as const;
    // Where the database does not answer, the writing of results finds out and ends the run.
    const asked = await this.parts.store.reader.findOne(RunEntity, wanted).catch(() => undefined);
    if (asked?.cancel_at) execution.stop(new Cancelled());
  }
}
