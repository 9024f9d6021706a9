import { createHash } from 'node:crypto';
import type { Store } from '../durable/database';
import { decideMissed } from './missed';
import { moveCursor } from './storage/schedule.repository';
import { triggerSource } from '../pipelines/trigger-sources';
import type { Trigger } from './sync';
import { addTick } from './storage/tick.repository';

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
      const fire_at = at + jitterOf(row.id, at, rules.jitterMs);
      const isOldest = at === times[0] && times.length === MAX_TICKS;
      const earlier = skipped && isOldest ? ' The same applies to the ticks before it.' : '';
      const decision = skipped ? { state: 'skipped' as const, reason: skipped + earlier } : { state: 'due' as const };
      await addTick(tx.manager, { schedule_id: row.id, ref: new Date(at).toISOString(), at, fire_at, ...decision });
    }
  });
  row.cursor = cursor;
}

/** Spreads the ticks of many schedules. A tick has the same jitter in every process. */
export function jitterOf(schedule: string, at: number, maxMs: number): number {
  if (maxMs === 0) return 0;
  return createHash('sha256').update(`${schedule} ${at}`).digest().readUInt32BE() % (maxMs + 1);
}
