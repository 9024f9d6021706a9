import { createHash } from 'node:crypto';
import type { Store } from '../durable/database';
import { moveCursor } from './storage/schedule.repository';
import { triggerSource, type TickRules } from '../pipelines/trigger-sources';
import type { Trigger } from './sync';
import { addTick } from './storage/tick.repository';

/** A tick that is at most a minute late counts as on time: a process restarts faster than that. */
const ON_TIME_MS = 60_000;

interface MissedDecision {
  at: number;
  /** Why the tick does not run; undefined if it runs. */
  skipped?: string;
}

/** After a longer gap only the newest ticks are recorded. */
const MAX_TICKS = 1_000;
/** A clock that was set back by less than this is ignored. */
const CLOCK_TOLERANCE_MS = 1_000;

/** Writes the ticks since the last call, one row each: due, or skipped with the reason. */
export async function recordTicks(store: Store, { row, spec }: Trigger, now: number): Promise<void> {
  const { clock } = triggerSource(spec.kind);
  if (!clock || row.paused_at !== null) return;
  const rules = clock.rules(spec.settings);
  // After the clock was set back, ticks that already have a row do not fire again.
  const from = row.cursor > now + CLOCK_TOLERANCE_MS ? now : row.cursor;
  const times = clock.times(spec.settings, row.anchor).between(from, now, MAX_TICKS);
  const cursor = times.at(-1) ?? from;
  if (cursor === row.cursor) return;
  await store.transaction(async (tx) => {
    if (!(await moveCursor(tx.manager, row, cursor))) return;
    for (const { at, skipped } of decideMissed(times, rules, now)) {
      const fire_at = at + computeJitter(row.id, at, rules.jitterMs);
      const isOldest = at === times[0] && times.length === MAX_TICKS;
      const earlier = skipped && isOldest ? ' The same applies to the ticks before it.' : '';
      const decision = skipped ? { state: 'skipped' as const, reason: skipped + earlier } : { state: 'due' as const };
      await addTick(tx.manager, { schedule_id: row.id, ref: new Date(at).toISOString(), at, fire_at, ...decision });
    }
  });
  row.cursor = cursor;
}

/** Spreads the ticks of many schedules. A tick has the same jitter in every process. */
export function computeJitter(schedule: string, at: number, maxMs: number): number {
  if (maxMs === 0) return 0;
  return createHash('sha256').update(`${schedule} ${at}`).digest().readUInt32BE() % (maxMs + 1);
}

/** Which ticks of a period run, oldest first. The same rule applies after a start, a pause and any other gap. */
export function decideMissed(ticks: readonly number[], { catchUp, windowMs, limit }: TickRules, now: number): MissedDecision[] {
  const late = ticks.filter((at) => at < now - ON_TIME_MS);
  const inWindow = late.filter((at) => at >= now - windowMs);
  const isAnyOnTime = ticks.length > late.length;
  const room = catchUp === 'last' && isAnyOnTime ? 0 : { none: 0, last: 1, all: limit }[catchUp];
  const caughtUp = new Set(room > 0 ? inWindow.slice(-room) : []);
  return ticks.map((at) => {
    if (at >= now - ON_TIME_MS || caughtUp.has(at)) return { at };
    return { at, skipped: reasonFor(at, { catchUp, windowMs, limit, now }) };
  });
}

function reasonFor(
  at: number,
  { catchUp, windowMs, limit, now }: Pick<TickRules, 'catchUp' | 'windowMs' | 'limit'> & { now: number },
): string {
  const missed = 'No scheduler was running';
  if (catchUp === 'none') return `${missed}, and catch_up is none.`;
  if (at < now - windowMs) return `${missed}, and it is older than catch_up_window.`;
  if (catchUp === 'last') return `${missed}, and a later one runs instead (catch_up: last).`;
  return `${missed}, and newer ones reach catch_up_limit (${limit}).`;
}
