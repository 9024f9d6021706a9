import type { Clock } from '../../../kernel';
import type { Transaction } from '../../../durable/database';
import type { Events } from '../../../durable/events';
import { countLostItems } from '../entities/item.repository';
import { findRun, updateRun, workedMs } from '../run.repository';
import type { RunJobs } from '../context/run-jobs';
import type { RunState, RunResponse } from '../entities';

export interface RunEnd {
  status: Extract<RunState, 'succeeded' | 'partial' | 'failed' | 'cancelled'>;
  error?: string;
  outputs?: RunResponse['outputs'];
}

/**
 * Ends a run and emits its event, in one transaction.
 * @returns whether the run still had the claim.
 * @throws Error if the database has unfinished items of the run, even if its process knows of none.
 */
export async function endRun(
  tx: Transaction,
  run: { id: string; claim: string | null },
  end: RunEnd,
  { events, clock, jobs }: { events: Events; clock: Clock; jobs: RunJobs },
): Promise<boolean> {
  const found = await findRun(tx.manager, run.id);
  if (!found || found.claim !== run.claim || found.ended_at !== null) return false;
  await jobs.endShards(tx, run.id);
  const row = (await findRun(tx.manager, run.id))!;
  const now = clock.now();
  const { status, error = null, outputs = [] } = end;
  const completed = status === 'succeeded' || status === 'partial';
  if (completed && row.total > row.succeeded + row.failed) await checkNothingLost(tx, run.id);
  await updateRun(tx.manager, run.id, { status, error, outputs, running: 0, claim: null, ended_at: now });
  await events.emit(tx, row.project_id, completed ? 'batch.completed' : 'batch.failed', {
    run_id: row.id,
    pipeline: row.pipeline,
    revision: row.revision,
    status,
    counts: { total: row.total, succeeded: row.succeeded, failed: row.failed },
    duration_ms: workedMs({ ...row, ended_at: now }),
    ...(completed ? { outputs } : { error: error ?? 'The run was cancelled.' }),
  });
  return true;
}

/**
 * A database may come back without its last commits: a replica lagged at a failover, or a disk reported writes too early. The
 * process does not notice. The error makes the queue hand the run out again, and the lost results are computed again.
 */
async function checkNothingLost({ manager }: Transaction, runId: string): Promise<void> {
  const items = await countLostItems(manager, runId);
  if (items > 0) throw new Error(`The database lost the results of ${items} items of the run ${runId}; they run again.`);
}
