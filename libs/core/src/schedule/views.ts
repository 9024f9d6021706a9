import type { Trigger } from './sync';
import type { TickRow } from './tick.entity';
import { Times } from './times';

/** A trigger as the API and the CLI show it. */
export interface ScheduleView {
  id: string;
  pipeline: string;
  kind: string;
  /** The cron pattern, the interval in ms, or the folder. */
  rule: string | null;
  timezone: string | null;
  overlap: string;
  /** The next five ticks, ISO 8601 in UTC; empty while paused, and where they do not come by the clock. */
  next: string[];
  paused_at: string | null;
  paused_reason: string | null;
  /** Of a webhook trigger: where to POST. */
  url: string | null;
}

export interface TickView {
  id: string;
  schedule: string;
  at: string;
  state: TickRow['state'];
  /** Why it did not run. */
  reason: string | null;
  run_id: string | null;
}

const NEXT = 5;

const iso = (ms: number): string => new Date(ms).toISOString();

export function showSchedule({ row, spec }: Trigger, now: number): ScheduleView {
  const { when, watch } = spec;
  const every = when?.everyMs === undefined ? null : `every ${when.everyMs} ms`;
  return {
    id: row.id,
    pipeline: row.pipeline,
    kind: spec.kind,
    rule: when?.cron ?? every ?? watch?.folder ?? null,
    timezone: when?.timezone ?? null,
    overlap: spec.overlap,
    next: when && row.paused_at === null ? new Times(when, row.anchor).next(NEXT, now).map(iso) : [],
    paused_at: row.paused_at === null ? null : iso(row.paused_at),
    paused_reason: row.paused_reason,
    url: row.token === null ? null : `/v2/hooks/${row.token}`,
  };
}

export function showTick({ id, schedule_id, at, state, reason, run_id }: TickRow): TickView {
  return { id, schedule: schedule_id, at: iso(at), state, reason, run_id };
}
