import type { RunState, RunView } from './entities/run-views';
import type { Events } from '../../durable/events';
import type { Clock } from '../../kernel';
import { sql, type Transaction } from '../../durable/database';

import { RunEntity } from './entities/run.entity';

export interface End {
  status: Extract<RunState, 'succeeded' | 'partial' | 'failed' | 'cancelled'>;
  error?: string;
  outputs?: RunView['outputs'];
}

export interface EndParts {
  events: Events;
  clock: Clock;
}

/**
 * Ends a run and tells of it, in one transaction.
 * @returns whether the run was still under that claim.
 * @throws Error where it is not through, whatever its process believes.
 */
export async function endRun(
  tx: Transaction,
  run: { id: string; claim: string | null },
  end: End,
  { events, clock }: EndParts,
): Promise<boolean> {
  const row = await tx.manager.findOneBy(RunEntity, { id: run.id });
  if (!row || row.claim !== run.claim || row.ended_at !== null) return false;
  const now = clock.now();
  const { status, error = null, outputs = [] } = end;
  const completed = status === 'succeeded' || status === 'partial';
  if (completed && row.total > row.succeeded + row.failed) await checkNothingForgotten(tx, run.id);
  await tx.manager.update(RunEntity, { id: run.id }, { status, error, outputs, running: 0, claim: null, ended_at: now });
  await events.emit(tx, completed ? 'batch.completed' : 'batch.failed', {
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
 * A database may come back without the last of what it had committed: a replica that lagged at a failover, a disk that lied. The
 * process goes on and does not see it; the queue then hands the run out again, and what was forgotten is done again.
 */
async function checkNothingForgotten({ manager }: Transaction, runId: string): Promise<void> {
  // A step that was given up leaves items undone.
  const [row] = await sql<{ items: number | string }>(
    manager,
    `SELECT COUNT(*) AS items FROM run_items AS item WHERE run_id = ? AND state = 'pending' AND NOT EXISTS
       (SELECT 1 FROM run_steps AS step WHERE step.run_id = item.run_id AND step.step = item.step AND step.state = 'failed')`,
    [runId],
  );
  const items = Number(row!.items);
  if (items > 0)
    throw new Error(`The database has forgotten ${items} items of the run ${runId} that had ended; they are run again.`);
}
