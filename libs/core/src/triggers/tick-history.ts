import { newId } from '../kernel';
import type { Store, Transaction } from '../durable/database';
import { decideMissed } from './missed';
import { ScheduleEntity } from './schedule.entity';
import type { Trigger } from './sync';
import { TickEntity } from './tick.entity';
import { jitterOf, Times } from './cron/times';

/** A gap with more ticks than this is told of by the newest of them. */
const MAX_TICKS = 1_000;
/** A clock that runs back by less is nothing. */
const BACK_MS = 1_000;

/** Writes the ticks that have come since the last look: one row each, to run or with the reason why not. */
export async function recordTicks(store: Store, { row, spec }: Trigger, now: number): Promise<void> {
  const { when } = spec;
  if (!when || row.paused_at !== null) return;
  // A clock that was set back: what has its row already does not fire again.
  const from = row.cursor > now + BACK_MS ? now : row.cursor;
  const times = new Times(when, row.anchor).between(from, now, MAX_TICKS);
  const cursor = times.at(-1) ?? from;
  if (cursor === row.cursor) return;
  await store.transaction(async (tx) => {
    const mine = await tx.manager.update(
      ScheduleEntity,
      { id: row.id, cursor: row.cursor, definition: row.definition },
      { cursor },
    );
    if (mine.affected !== 1) return;
    for (const { at, skipped } of decideMissed(times, when, now)) {
      const fire_at = at + jitterOf(row.id, at, when.jitterMs);
      const many = skipped && at === times[0] && times.length === MAX_TICKS ? ' So it is with those before it.' : '';
      const fate = skipped ? { state: 'skipped' as const, reason: skipped + many } : { state: 'due' as const };
      await addTick(tx, { schedule_id: row.id, ref: new Date(at).toISOString(), at, fire_at, ...fate });
    }
  });
  row.cursor = cursor;
}

/** Adds a tick that is not there yet. */
export async function addTick(
  { manager }: Transaction,
  tick: Pick<TickEntity, 'schedule_id' | 'ref' | 'at' | 'fire_at' | 'state'> & Partial<TickEntity>,
): Promise<void> {
  const row = { id: newId('tick'), reason: null, run_id: null, inputs: null, ...tick };
  await manager
    .createQueryBuilder()
    .insert()
    .into(TickEntity)
    .values(row as object)
    .orIgnore()
    .updateEntity(false)
    .execute();
}
