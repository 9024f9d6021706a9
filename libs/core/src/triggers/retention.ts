import { In, LessThan, MoreThan, Not } from 'typeorm';
import type { Removal, RemovalOptions, RetentionRule } from '../durable/retention';
import type { Store } from '../durable/database';
import { ScheduleEntity } from './schedule.entity';
import { triggerSource, type TriggerSource } from './sources';
import { TickEntity } from './tick.entity';

/** The newest ticks of each schedule stay, however old they are: `overlap` and `pause_after` need them. */
export const MIN_TICKS_SAVED = 1_000;

/** Removes old ticks. A tick stays while its event may come again, such as a file that is still in its folder. */
export const tickRetention = (store: Store, keepMs: number): RetentionRule => ({
  kind: 'ticks',
  keepMs,
  remove: (options) => removeTicks(store, options),
});

export async function* removeTicks(
  store: Store,
  { before, batch }: Pick<RemovalOptions, 'before' | 'batch'>,
  keep = MIN_TICKS_SAVED,
): Removal {
  for (const { id: schedule_id, kind } of await store.reader.find(ScheduleEntity)) {
    const newest = { where: { schedule_id }, order: { at: 'DESC', id: 'DESC' }, skip: keep - 1, take: 1 } as const;
    const [oldestSaved] = await store.reader.find(TickEntity, newest);
    if (!oldestSaved) continue;
    const until = Math.min(before, oldestSaved.at);
    for (let after = ''; ;) {
      const where = { schedule_id, at: LessThan(until), state: Not('due' as const), id: MoreThan(after) };
      const ticks = await store.reader.find(TickEntity, { where, order: { id: 'ASC' }, take: batch });
      const done = (await withoutRepeatable(ticks, triggerSource(kind))).map(({ id }) => id);
      const { affected } = await store.transaction((tx) => tx.manager.delete(TickEntity, { id: In(done) }));
      yield affected ?? 0;
      if (ticks.length < batch) break;
      after = ticks.at(-1)!.id;
    }
  }
}

/** The ticks whose event cannot come again. */
async function withoutRepeatable(ticks: readonly TickEntity[], source: TriggerSource): Promise<TickEntity[]> {
  if (!source.mayRepeat) return [...ticks];
  const repeatable = await Promise.all(ticks.map(({ ref, inputs }) => source.mayRepeat!(ref, inputs ?? {})));
  return ticks.filter((_, index) => !repeatable[index]);
}
