import type { Clock } from '../../../kernel';
import { sql, type Transaction, updateRows } from '../../../durable/database';
import type { Events } from '../../../durable/events';
import { findRun } from '../shards/shard.repository';
import type { RunJobs } from './run-jobs';
import { RunEntity, type RunState, type RunResponse } from '../entities';

export interface RunEnd {
  status: Extract<RunState, 'succeeded' | 'partial' | 'failed' | 'cancelled'>;
  error?: string;
  outputs?: RunResponse['outputs'];
}

/**
 * Ends a run and emits its event, in one transaction.
 * @returns whether the run still had that claim.
 * @throws Error where the database has unfinished items of it, whatever its process believes.
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
  await updateRows(tx.manager, RunEntity, { id: run.id }, { status, error, outputs, running: 0, claim: null, ended_at: now });
  await events.emit(tx, row.project_id, completed ? 'batch.completed' : 'batch.failed', {
    run_id: row.id,
    pipeline: row.pipeline,
    revision: row.revision,
    status,
    counts: { total: row.total, succeeded: row.succeeded, failed: row.failed },
    duration_ms: now - (row.started_at ?? row.created_at),
    ...(completed ? { outputs } : { error: error ?? 'The run was cancelled.' }),
  });
  return true;
}

/**
 * A database may come back without its last commits: a replica that lagged at a failover, a disk that reported writes too early.
 * The process does not notice. The error makes the queue hand the run out again, and the lost results are computed again.
 */
async function checkNothingLost({ manager }: Transaction, runId: string): Promise<void> {
  // A failed step leaves pending items behind.
  const [row] = await sql<{ items: number | string }>(
    manager,
    `SELECT COUNT(*) AS items FROM run_items AS item WHERE run_id = ? AND state = 'pending' AND NOT EXISTS
       (SELECT 1 FROM run_steps AS step WHERE step.run_id = item.run_id AND step.step = item.step AND step.state = 'failed')`,
    [runId],
  );
  const items = Number(row!.items);
  if (items > 0) throw new Error(`The database lost the results of ${items} items of the run ${runId}; they run again.`);
}
