import type { Events } from '../events';
import type { Clock } from '../kernel';
import type { Transaction } from '../store';
import type { RunState, RunView } from './pipelines';
import { RunRow } from './run.entity';

export interface End {
  status: Extract<RunState, 'succeeded' | 'partial' | 'failed' | 'cancelled'>;
  error?: string;
  outputs?: RunView['outputs'];
}

export interface EndParts {
  events: Events;
  clock: Clock;
}

/** Ends a run and tells of it, in one transaction. @returns whether the run was still under that claim. */
export async function endRun(
  tx: Transaction,
  run: { id: string; claim: string | null },
  end: End,
  { events, clock }: EndParts,
): Promise<boolean> {
  const row = await tx.manager.findOneBy(RunRow, { id: run.id });
  if (!row || row.claim !== run.claim || row.ended_at !== null) return false;
  const now = clock.now();
  const { status, error = null, outputs = [] } = end;
  await tx.manager.update(RunRow, { id: run.id }, { status, error, outputs, running: 0, claim: null, ended_at: now });
  const completed = status === 'succeeded' || status === 'partial';
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
